import { Type as T } from 'typebox'
import {
  fileHeaders,
  Deleted,
  IdParams,
  ListMeta,
  Reply,
  type Routes,
  RawReply,
  type Caller,
} from '@linecard/plugin-kit'
import { FilesQuery, UploadFields } from './bodies.ts'
import { bytesPerMb } from './config.ts'
import { mediaTypes, previewFormat } from './kinds.ts'
import { fileById, listFiles } from './lists.ts'
import { FileView } from './schemas.ts'
import type { Attachments } from './setup.ts'
import { deleteFile } from './store.ts'
import { receiveFile } from './upload.ts'
import { fail } from './errors.ts'
import { disposition } from './names.ts'

/**
 * A browser must not run or load anything from a file, whatever type it guesses. Files never change, so they
 * may be cached.
 */
const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, max-age=3600',
  'cross-origin-resource-policy': 'same-origin',
}

/** The file itself. A browser saves it and never shows it in place. */
async function download({ ctx, storage }: Attachments, caller: Caller, id: number): Promise<RawReply> {
  const file = await fileById(ctx, caller, id)
  const found = await storage().open(file.storage_key)
  if (found && found.bytes !== file.bytes) found.stream.destroy()
  if (found?.bytes !== file.bytes) throw fail('ATTACHMENTS_FILE_LOST', { id })
  const type = file.media_type === 'text/plain' ? 'text/plain; charset=utf-8' : file.media_type
  return new RawReply(found.stream, type, {
    ...headers,
    'content-disposition': disposition('attachment', file.name),
    'content-length': String(found.bytes),
  })
}

/** The preview. The service drew it, so a browser may show it in place. */
async function downloadPreview({ ctx, storage }: Attachments, caller: Caller, id: number): Promise<RawReply> {
  const file = await fileById(ctx, caller, id)
  if (!file.thumbnail_key) throw fail('ATTACHMENTS_THUMBNAIL_UNKNOWN', { id })
  const found = await storage().open(file.thumbnail_key)
  if (!found) throw fail('ATTACHMENTS_FILE_LOST', { id })
  return new RawReply(found.stream, previewFormat.type, {
    ...headers,
    'content-disposition': disposition('inline', `${file.name.replace(/\.[^.]*$/, '')}.webp`),
    'content-length': String(found.bytes),
  })
}

const tag = 'attachments'
const base = '/component/attachments'
const { size: side, type: previewType } = previewFormat

export function routes(declare: Routes, parts: Attachments): void {
  fileReads(declare, parts)
  contentReads(declare, parts)
  fileChanges(declare, parts)
}

function fileReads(declare: Routes, { ctx }: Attachments): void {
  declare.get(
    base,
    {
      operationId: 'attachments.files.list',
      scope: 'group',
      tag,
      summary: 'Files of one object, or of all objects',
      permission: 'attachments_view',
      description:
        'Names, types and sizes, the newest first unless `sort` says otherwise. An object that the ' +
        'caller does not see has no files.',
      query: FilesQuery,
      response: T.Array(FileView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { rows, meta } = await listFiles(ctx, caller, query)
      return new Reply(rows, meta)
    },
  )

  declare.get(
    `${base}/:id`,
    {
      operationId: 'attachments.file.get',
      scope: 'group',
      tag,
      summary: 'A file, without its content',
      description: 'Name, type, size and object. The content: `GET /component/attachments/{id}/file`.',
      permission: 'attachments_view',
      params: IdParams,
      response: FileView,
    },
    ({ caller, params }) => fileById(ctx, caller, params.id),
  )
}

/** Answers outside the envelope. */
function contentReads(declare: Routes, parts: Attachments): void {
  declare.get(
    `${base}/:id/file`,
    {
      operationId: 'attachments.content.get',
      scope: 'group',
      tag,
      summary: 'The file itself',
      description:
        'A browser saves it and never shows it in place. 404 for an unknown file or one of an object ' +
        'that the caller does not see; 500 if the storage has lost it.',
      permission: 'attachments_view',
      params: IdParams,
      headers: { answer: fileHeaders },
      response: T.String({ raw: true, contentMediaType: mediaTypes as never }),
    },
    ({ caller, params }) => download(parts, caller, params.id),
  )

  declare.get(
    `${base}/:id/thumbnail`,
    {
      operationId: 'attachments.thumbnail.get',
      scope: 'group',
      tag,
      summary: `A preview of at most ${side} × ${side} pixels; 404 if the file is not a picture`,
      description:
        'A WebP that the service drew when the file was attached. Files that are no picture have none: ' +
        '404.',
      permission: 'attachments_view',
      params: IdParams,
      headers: { answer: fileHeaders },
      response: T.String({ raw: true, contentMediaType: previewType }),
    },
    ({ caller, params }) => downloadPreview(parts, caller, params.id),
  )
}

function fileChanges(declare: Routes, parts: Attachments): void {
  const { ctx, storage } = parts

  declare.post(
    base,
    {
      operationId: 'attachments.file.create',
      scope: 'group',
      tag,
      summary: 'Attaches a file to a device, an ONU or an interface',
      permission: 'attachments_upload',
      status: 201,
      description:
        'A form with the file and the object it belongs to. PNG, JPEG, WebP, GIF, PDF and plain text in ' +
        'UTF-8 are accepted, found from the content; anything else is 400. Pictures are stored upright ' +
        'and without metadata. An object that the caller does not see is 404; 409 if the object or the ' +
        'storage has no room.',
      errors: [404],
      upload: { field: 'file', maxBytes: () => ctx.config.max_file_mb * bytesPerMb },
      body: UploadFields,
      response: FileView,
    },
    async ({ caller, upload, note }) => {
      const file = await receiveFile(parts, caller, upload)
      note({
        device_id: file.on_device,
        meta: { name: file.name, media_type: file.media_type, bytes: file.bytes },
      })
      return file
    },
  )

  declare.delete(
    `${base}/:id`,
    {
      operationId: 'attachments.file.delete',
      scope: 'group',
      tag,
      summary: 'Deletes a file',
      description: 'The file and its preview are removed from the storage. There is no way back.',
      permission: 'attachments_delete',
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params: { id }, note, log }) => {
      const file = await fileById(ctx, caller, id)
      await deleteFile(ctx, id)
      note({ device_id: file.on_device, meta: { name: file.name, bytes: file.bytes } })
      parts.gauges.touch()
      for (const key of [file.storage_key, file.thumbnail_key]) {
        if (key)
          await storage()
            .remove(key)
            .catch((error: unknown) =>
              log.warn({ err: error, attachment: id }, 'the clean-up will remove the file of an attachment'),
            )
      }
      return { id }
    },
  )
}
