import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../../errors.ts'

/** A file as it was sent, to be read as often as needed. */
export interface Spool {
  readonly bytes: number
  /** All of it is UTF-8. */
  readonly utf8: boolean
  /** From its beginning, in pieces of 64 KiB. */
  read(): AsyncIterable<Buffer>
  close(): Promise<void>
}

const algorithm = 'aes-256-ctr'
const PIECE = 65_536

/**
 * Keeps a file that may hold passwords while it is worked on: not in memory, for it may be large, and not
 * readably on disk. It has no name from the beginning, so that nothing is left of it however this process
 * ends, and is encrypted with a key that only this process knows.
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
      const piece = Buffer.allocUnsafe(PIECE)
      for (let at = 0; ;) {
        const { bytesRead } = await file.read(piece, 0, PIECE, at)
        if (!bytesRead) return
        at += bytesRead
        yield decipher.update(piece.subarray(0, bytesRead))
      }
    },
    close: () => file.close(),
  }
}
