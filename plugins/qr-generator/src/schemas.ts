import { Type as T } from 'typebox'
import { closedObject, nullable } from '@linecard/plugin-kit'

export const CodeView = closedObject(
  {
    base64: T.String({ contentEncoding: 'base64', description: 'The picture' }),
    mime: T.Enum(['image/png', 'image/svg+xml']),
    link: T.String({ description: 'The address in the code' }),
    label: nullable(
      T.String({
        description:
          'Text below the code, in lines; the picture may shorten it. Null: no label was requested',
      }),
    ),
  },
  {
    $id: 'qr-generator.Code',
    examples: [
      {
        base64: 'iVBORw0KGgo=',
        mime: 'image/png',
        link: 'https://noc.example.net/devices/17',
        label: 'olt-north\n192.0.2.17',
      },
    ],
  },
)

export const schemas = [CodeView]
