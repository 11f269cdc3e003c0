import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../../errors.ts'

/** A received file. It can be read several times. */
export interface Spool {
  readonly bytes: number
  /** Whether the whole file is UTF-8. */
  readonly utf8: boolean
  /** Reads from the beginning, in pieces of 64 KiB. */
  read(): AsyncIterable<Buffer>
  close(): Promise<void>
}

const algorithm = 'aes-256-ctr'
const pieceBytes = 65_536

/**
 * Stores a file that may contain passwords while an import uses it. It may be large, so it is on disk and not
 * in memory. It is encrypted with a key that only this process knows. Its name is removed at once, so that
 * the system frees it even if this process dies.
 */
export async function spool(source: Readable, within: string): Promise<Spool> {
  await mkdir(within, { recursive: true })
  const folder = await mkdtemp(join(within, 'import-'))
  const file = await open(join(folder, 'file'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true, force: true }),
  )
  const [key, start] = [randomBytes(32), Buffer.alloc(16)]
  const cipher = createCipheriv(algorithm, key, start)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [bytes, utf8] = [0, true]
  const check = (piece?: Uint8Array) => {
    try {
      if (utf8) decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      utf8 = false
    }
  }
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      check(piece)
      bytes += piece.length
      await file.writev([cipher.update(piece)])
    }
    check()
  } catch (error) {
    await file.close()
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw fail('INVENTORY_IMPORT_NO_SPACE')
    throw error
  }
  return {
    bytes,
    utf8,
    async *read() {
      const decipher = createDecipheriv(algorithm, key, start)
      const piece = Buffer.allocUnsafe(pieceBytes)
      for (let at = 0; ;) {
        const { bytesRead } = await file.read(piece, 0, pieceBytes, at)
        if (!bytesRead) return
        at += bytesRead
        yield decipher.update(piece.subarray(0, bytesRead))
      }
    },
    close: () => file.close(),
  }
}
