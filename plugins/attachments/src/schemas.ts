import { Type as T } from 'typebox'
import { Id, Time, closedObject, nullable } from '@linecard/plugin-kit'

export const objectTypes = ['device', 'onu', 'interface'] as const
export type ObjectType = (typeof objectTypes)[number]

export const ObjectType = T.Enum([...objectTypes], { description: 'An ONU is an interface of type ONU' })

export const FileView = closedObject(
  {
    id: Id,
    object_type: ObjectType,
    object_id: Id,
    name: T.String({ description: 'As the client named it, made safe; its ending fits the media type' }),
    media_type: T.String({ description: 'Found from the content' }),
    bytes: T.Integer({ description: 'Of the stored file: pictures are encoded again' }),
    sha256: T.String({ description: 'Of the stored file, in hexadecimal digits' }),
    width: nullable(T.Integer({ description: 'Pixels; null if it is not a picture' })),
    height: nullable(T.Integer({ description: 'Pixels; null if it is not a picture' })),
    has_thumbnail: T.Boolean(),
    created_at: Time,
    uploaded_by: T.String({ description: 'Login' }),
  },
  {
    $id: 'attachments.File',
    examples: [
      {
        id: 12,
        object_type: 'device',
        object_id: 3,
        name: 'cabinet.jpg',
        media_type: 'image/jpeg',
        bytes: 482_113,
        sha256: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
        width: 1600,
        height: 1200,
        has_thumbnail: true,
        created_at: '2026-01-31T12:00:00.000Z',
        uploaded_by: 'admin',
      },
    ],
  },
)

export const schemas = [FileView]
