import { RawReply, type Caller } from '@linecard/plugin-kit'
import type { Attachments } from './setup.ts'
import { fail } from './errors.ts'
import { fileById } from './lists.ts'
import { disposition } from './names.ts'
import { previewFormat } from './kinds.ts'

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

/** The preview. The service drew it, so a browser may show it in place. */
export async function downloadPreview(
  { ctx, storage }: Attachments,
  caller: Caller,
  id: number,
): Promise<RawReply> {
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
