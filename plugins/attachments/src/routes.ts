import { Type as T } from 'typebox'
import {
  Deleted,
  Id,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  listQuery,
  orderOf,
  pageOf,
  type Routes,
} from '@linecard/plugin-kit'
import type { Attachments } from './attachments.ts'
import { MB } from './config.ts'
import { download, thumbnail } from './download.ts'
import { fail } from './errors.ts'
import { dropFile, fileById, filesOf } from './files.ts'
import { mediaTypes } from './kinds.ts'
import { THUMBNAIL } from './pictures.ts'
import { FileView, ObjectType, UploadFields } from './schemas.ts'
import { receive } from './upload.ts'

const tag = 'attachments'
const base = '/component/attachments'
const sortable = {
  id: 'id',
  name: 'name',
  bytes: 'bytes',
  created_at: 'created_at',
  media_type: 'media_type',
}

export function routes(declare: Routes, parts: Attachments): void {
  const { ctx, storage } = parts

  declare.get(
    base,
    {
      operationId: 'attachments.files.list',
      tag,
      summary: 'Files of an object, or of all',
      permission: 'attachments_view',
      description: 'Newest first unless sorted. Of an object that one does not see the list is empty',
      query: closedObject({ ...listQuery, object_type: T.Optional(ObjectType), object_id: T.Optional(Id) }),
      response: T.Array(FileView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      if (query.object_id !== undefined && !query.object_type)
        throw fail('ATTACHMENTS_OBJECT_TYPE_MISSING', {}, [{ path: 'object_type', message: 'is missing' }])
      const page = pageOf(query, { cap: 1000 })
      const order = orderOf(query.sort ?? '-id', sortable)
        .flatMap(Object.entries)
        .map(([column, way]) => `f.${column} ${way as string}`)
        .join(', ')
      const { rows, total } = await filesOf(ctx, caller, query, order, page)
      return new Reply(rows, { total, ...page })
    },
  )

  declare.post(
    base,
    {
      operationId: 'attachments.file.create',
      tag,
      summary: 'Attaches a file to a device, an ONU or an interface',
      permission: 'attachments_upload',
      status: 201,
      description:
        'PNG, JPEG, WebP, GIF, PDF or plain text in UTF-8, decided from the content. Pictures are kept upright and without metadata',
      upload: { field: 'file', maxBytes: () => ctx.config.max_file_mb * MB },
      body: UploadFields,
      response: FileView,
    },
    async ({ caller, upload, note }) => {
      const file = await receive(parts, caller, upload)
      note({
        device_id: file.on_device,
        meta: { name: file.name, media_type: file.media_type, bytes: file.bytes },
      })
      return file
    },
  )

  declare.get(
    `${base}/:id`,
    {
      operationId: 'attachments.file.get',
      tag,
      summary: 'What is known of a file',
      permission: 'attachments_view',
      params: IdParams,
      response: FileView,
    },
    ({ caller, params }) => fileById(ctx, caller, params.id),
  )

  declare.get(
    `${base}/:id/file`,
    {
      operationId: 'attachments.content.get',
      tag,
      summary: 'The file itself',
      permission: 'attachments_view',
      params: IdParams,
      response: T.String({ raw: true, contentMediaType: mediaTypes as never }),
    },
    ({ caller, params }) => download(parts, caller, params.id),
  )

  declare.get(
    `${base}/:id/thumbnail`,
    {
      operationId: 'attachments.thumbnail.get',
      tag,
      summary: `A picture of at most ${THUMBNAIL.size} × ${THUMBNAIL.size} pixels; 404 for what is no picture`,
      permission: 'attachments_view',
      params: IdParams,
      response: T.String({ raw: true, contentMediaType: THUMBNAIL.type }),
    },
    ({ caller, params }) => thumbnail(parts, caller, params.id),
  )

  declare.delete(
    `${base}/:id`,
    {
      operationId: 'attachments.file.delete',
      tag,
      summary: 'Deletes a file',
      permission: 'attachments_delete',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params: { id }, note, log }) => {
      const file = await fileById(ctx, caller, id)
      await dropFile(ctx, id)
      note({ device_id: file.on_device, meta: { name: file.name, bytes: file.bytes } })
      parts.gauges.touch()
      for (const key of [file.storage_key, file.thumbnail_key]) {
        if (key)
          await storage()
            .remove(key)
            .catch((error: unknown) =>
              log.warn(
                { err: error, attachment: id },
                'the file of a deleted attachment is left to the clean-up',
              ),
            )
      }
      return { id }
    },
  )
}
