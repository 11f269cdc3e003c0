import { join } from 'node:path'
import type { Caller, Upload } from '@linecard/plugin-kit'
import type { Attachments } from './setup.ts'
import type { UploadFields } from './bodies.ts'
import { endingsOf, isPicture, mediaTypeOf, type MediaType } from './kinds.ts'
import { fileById, type FileRow } from './lists.ts'
import { cleanName } from './names.ts'
import { earlyFields, ownerOf, type Owner } from './objects.ts'
import type { Size } from './pictures.ts'
import { fingerprint, withSpool, writeDown } from './spool.ts'
import { newKey } from './storage/index.ts'
import { addFile, assertRoom } from './store.ts'

interface Finished {
  path: string
  preview: string | null
  size: Size | null
}

/** The file as it is stored: a picture is encoded again, everything else stays byte for byte. */
async function finished(
  { ctx }: Attachments,
  folder: string,
  path: string,
  type: MediaType,
): Promise<Finished> {
  if (!isPicture(type)) return { path, preview: null, size: null }
  const { redraw } = await import('./pictures.ts')
  const [encoded, preview] = [join(folder, 'encoded'), join(folder, 'preview')]
  return {
    path: encoded,
    preview,
    size: await redraw(path, type, encoded, preview, ctx.config.max_megapixels),
  }
}

async function keep(
  parts: Attachments,
  owner: Owner,
  caller: Caller,
  given: string,
  type: MediaType,
  { path, preview, size }: Finished,
): Promise<number> {
  const { ctx, storage } = parts
  const { bytes, sha256 } = await fingerprint(path)
  // Before anything is stored. It is checked again, under a lock, when the row is added.
  await assertRoom(ctx.em(), ctx.config, owner, bytes)
  const [key, previewKey] = [newKey(), preview && newKey()]
  const to = storage()
  try {
    await to.put(key, path)
    if (previewKey) await to.put(previewKey, preview!)
    return await addFile(ctx, owner, {
      name: cleanName(given, endingsOf(type)),
      media_type: type,
      bytes,
      sha256,
      width: size?.width ?? null,
      height: size?.height ?? null,
      storage_key: key,
      thumbnail_key: previewKey,
      uploaded_by: caller.login,
    })
  } catch (error) {
    // The clean-up job finds what cannot be removed now.
    for (const written of [key, previewKey]) if (written) await to.remove(written).catch(() => undefined)
    throw error
  }
}

/** Receives, checks and stores a file. If anything fails, nothing of it stays. */
export const receiveFile = (
  parts: Attachments,
  caller: Caller,
  upload: Upload<UploadFields>,
): Promise<FileRow> =>
  withSpool(parts.ctx, async folder => {
    const { ctx } = parts
    const path = join(folder, 'arrived')
    const { fields, taken: name } = await upload.receive(async ({ name: given, stream, before }) => {
      const early = earlyFields(before)
      if (early) await ownerOf(ctx, early, caller)
      await writeDown(stream, path)
      return given
    })
    const owner = await ownerOf(ctx, fields, caller)
    // Without room for one byte there is no need to decode anything.
    await assertRoom(ctx.em(), ctx.config, owner, 1)
    const type = await mediaTypeOf(path)
    const id = await keep(parts, owner, caller, name, type, await finished(parts, folder, path, type))
    parts.gauges.touch()
    return fileById(ctx, caller, id)
  })
