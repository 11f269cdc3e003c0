import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { throughOutages } from '@linecard/plugin-kit/concurrency'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'

/** A received file. It can be read several times. */
export interface ImportFile {
  /** Whether the whole file is UTF-8. */
  readonly utf8: boolean
  /** Reads from the beginning, in pieces. */
  read(): AsyncIterable<Buffer>
}

interface Place {
  ctx: Inventory['ctx']
  importId: number
  signal: AbortSignal
}

const algorithm = 'aes-256-gcm'
const pieceBytes = 262_144
const tagBytes = 16
/** SQLSTATE of a server whose disk is full. */
const diskFull = '53100'

/** A piece has its own number as nonce: the key is of this file alone, and no piece is sealed twice. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

function sealed(key: Buffer, number: number, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(algorithm, key, nonceOf(number))
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function opened(key: Buffer, number: number, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(algorithm, key, nonceOf(number))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
}

/** The bytes of a stream in pieces of the same length; the last one is shorter. */
async function* piecesOf(source: Readable): AsyncGenerator<Buffer> {
  let [waiting, length] = [[] as Buffer[], 0]
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer)
    waiting.push(bytes)
    length += bytes.length
    if (length < pieceBytes) continue
    yield Buffer.concat(waiting)
    ;[waiting, length] = [[], 0]
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** Whether all the bytes that it is given are UTF-8. */
function utf8Check() {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let valid = true
  return (piece?: Uint8Array): boolean => {
    try {
      if (valid) decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      valid = false
    }
    return valid
  }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === diskFull) || isDiskFull(error.cause))

async function* read({ ctx, importId, signal }: Place, key: Buffer): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const row = await throughOutages(signal, () =>
      tables(ctx.em())
        .selectFrom('inventory_import_piece')
        .select('bytes')
        .where('import_id', '=', importId)
        .where('number', '=', number)
        .executeTakeFirst(),
    )
    if (!row) return
    yield opened(key, number, row.bytes)
  }
}

/**
 * Stores a file that may contain passwords while an import uses it. It is in the database, so that any
 * process can resume the import, and sealed with a key of its own that the vault seals.
 */
export async function storeFile(place: Place, source: Readable): Promise<ImportFile> {
  const { ctx, importId } = place
  const key = randomBytes(32)
  const db = () => tables(ctx.em())
  const check = utf8Check()
  let number = 0
  try {
    await db()
      .updateTable('inventory_import')
      .set({ file_key: ctx.vault.seal(key.toString('base64')) })
      .where('id', '=', importId)
      .execute()
    for await (const piece of piecesOf(source)) {
      check(piece)
      await db()
        .insertInto('inventory_import_piece')
        .values({ import_id: importId, number, bytes: sealed(key, number++, piece) })
        .execute()
    }
  } catch (error) {
    throw isDiskFull(error) ? fail('INVENTORY_IMPORT_NO_SPACE') : error
  }
  return { utf8: check(), read: () => read(place, key) }
}

/**
 * The file of an import that another process received.
 * @throws ApiError INVENTORY_IMPORT_LOST if the vault cannot open it
 */
export async function storedFile(place: Place, fileKey: string | null): Promise<ImportFile> {
  let key: Buffer
  try {
    key = Buffer.from(place.ctx.vault.open(fileKey ?? ''), 'base64')
  } catch (cause) {
    place.ctx.log.error({ err: cause, import_id: place.importId }, 'the file of an import cannot be opened')
    throw fail('INVENTORY_IMPORT_LOST')
  }
  const check = utf8Check()
  for await (const piece of read(place, key)) check(piece)
  return { utf8: check(), read: () => read(place, key) }
}
