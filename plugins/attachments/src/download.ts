import { RawReply, type Caller } from '@linecard/plugin-kit'
import type { Attachments } from './attachments.ts'
import { fail } from './errors.ts'
import { fileById } from './files.ts'
import { disposition } from './names.ts'
import { THUMBNAIL } from './pictures.ts'

/**
 * Whatever a browser may take it for, it runs nothing and loads nothing; files never change, so they may be
 * kept for a while.
 */
const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, max-age=3600',
  'cross-origin-resource-policy': 'same-origin',
}

/** The file itself, always to be saved and never to be shown in place. */
export async function download({ ctx, storage }: Attachments, caller: Caller, id: number): Promise<RawReply> {
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

/** The small picture, which was drawn here and may be shown in place. */
export async function thumbnail(
  { ctx, storage }: Attachments,
  caller: Caller,
  id: number,
): Promise<RawReply> {
  const file = await fileById(ctx, caller, id)
  if (!file.thumbnail_key) throw fail('ATTACHMENTS_THUMBNAIL_UNKNOWN', { id })
  const found = await storage().open(file.thumbnail_key)
  if (!found) throw fail('ATTACHMENTS_FILE_LOST', { id })
  return new RawReply(found.stream, THUMBNAIL.type, {
    ...headers,
    'content-disposition': disposition('inline', `${file.name.replace(/\.[^.]*$/, '')}.webp`),
    'content-length': String(found.bytes),
  })
}
