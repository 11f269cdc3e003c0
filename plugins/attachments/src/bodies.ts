import { Type as T, type Static } from 'typebox'
import { Id, closedObject, idOf, listQuery } from '@linecard/plugin-kit'
import { ObjectType } from './schemas.ts'

/** Fields of the form beside the file. */
export const UploadFields = closedObject({ object_type: ObjectType, object_id: Id })
export type UploadFields = Static<typeof UploadFields>

export const FilesQuery = closedObject({
  ...listQuery,
  object_type: T.Optional(ObjectType),
  object_id: T.Optional(idOf('the object, with object_type')),
})
export type FilesQuery = Static<typeof FilesQuery>
