import { createReadStream, createWriteStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, type Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { arrivingOf, folderOf } from './folder.ts'
import { runOnStorage, storageFailure } from './storage/failures.ts'

/** Uploads at the same time in one process. Each may need disk space for the largest file. */
const maxUploads = 16
let running = 0

const arriving = (ctx: Context<Config>) => arrivingOf(folderOf(ctx))

/**
 * Gives `work` a folder for one upload, on the disk of the local files, and removes it afterwards.
 * @throws ApiError ATTACHMENTS_BUSY while too many uploads are under way
 */
export async function withSpool<T>(ctx: Context<Config>, work: (folder: string) => Promise<T>): Promise<T> {
  if (running >= maxUploads) throw fail('ATTACHMENTS_BUSY', {}, [], 5)
  running++
  let folder: string | null = null
  try {
    folder = await runOnStorage(async () => {
      await mkdir(arriving(ctx), { recursive: true, mode: 0o700 })
      return mkdtemp(join(arriving(ctx), 'file-'))
    })
    return await work(folder)
  } finally {
    running--
    if (folder)
      await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a temporary file could not be removed'),
      )
  }
}

/** Writes a stream to a file. Errors of the stream come from the client, all others from the disk. */
export async function writeDown(stream: Readable, path: string, flags = 'wx'): Promise<void> {
  await pipeline(stream, createWriteStream(path, { flags, mode: 0o600 })).catch((error: unknown) => {
    const ofClient = error instanceof ApiError || (error as { statusCode?: number }).statusCode !== undefined
    throw ofClient ? error : storageFailure(error)
  })
}

/** Size and SHA-256 (hexadecimal) of a file. */
export async function fingerprint(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path)) {
    hash.update(piece as Buffer)
    bytes += (piece as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Removes the folders that a process which died left behind. Returns their number. */
export async function clearSpool(ctx: Context<Config>, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(arriving(ctx)).catch(() => [])) {
    const path = join(arriving(ctx), name)
    const found = await stat(path).catch(() => null)
    if (!found || found.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}
