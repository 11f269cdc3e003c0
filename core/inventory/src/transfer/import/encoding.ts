import { fail } from '../../errors.ts'
import type { ImportFile } from './file.ts'

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1251'] as const
export type Encoding = (typeof encodings)[number]

const marks: readonly (readonly [bytes: readonly number[], encoding: Encoding])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** First bytes of files that people often send instead of CSV. */
const others: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 3, 4], 'it is a spreadsheet or an archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'it is a spreadsheet'],
  [[0x1f, 0x8b], 'it is packed with gzip'],
  [[0x25, 0x50, 0x44, 0x46], 'it is a PDF'],
  [[0xff, 0xfe, 0, 0], 'it is UTF-32'],
  [[0, 0, 0xfe, 0xff], 'it is UTF-32'],
]
const begins = (head: Buffer, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte)

/**
 * In UTF-16 an ASCII letter has a zero byte before or after it. Texts in other encodings have no zero bytes,
 * or only a few.
 */
function utf16Of(head: Buffer): Encoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2]!++
  const [even, odd] = zeros as [number, number]
  if (even + odd < head.length / 4) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

async function headOf(file: ImportFile): Promise<Buffer> {
  for await (const piece of file.read()) return piece
  return Buffer.alloc(0)
}

/**
 * The encoding of a file: by its byte order mark, by the position of zero bytes, UTF-8 if the whole file is
 * valid; else Windows-1251.
 */
export async function encodingOf(file: ImportFile): Promise<Encoding> {
  const head = await headOf(file)
  const other = others.find(([bytes]) => begins(head, bytes))
  if (other) throw fail('INVENTORY_IMPORT_ENCODING', { what: other[1] })
  const marked = marks.find(([bytes]) => begins(head, bytes))?.[1] ?? utf16Of(head)
  if (marked && (marked !== 'utf-8' || file.utf8)) return marked
  if (file.utf8) return 'utf-8'
  // No text has these bytes: 0x98 is the only code that Windows-1251 does not use.
  if (marked || head.some(byte => byte < 9 || byte === 0x98))
    throw fail('INVENTORY_IMPORT_ENCODING', { what: 'it is neither UTF-8 nor UTF-16 nor Windows-1251' })
  return 'windows-1251'
}

/** The text of a file with LF as line end and without the byte order mark. */
export async function* textOf(file: ImportFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (piece?: Buffer) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw fail('INVENTORY_IMPORT_ENCODING', {
        what: `it begins as ${encoding}, but a later part is not ${encoding}`,
      })
    }
  }
  let held = ''
  const lines = (text: string, last: boolean) => {
    const all = held + text
    // The LF of a CR LF may come with the next piece.
    held = !last && all.endsWith('\r') ? '\r' : ''
    return all
      .slice(0, all.length - held.length)
      .replaceAll('\r\n', '\n')
      .replaceAll('\r', '\n')
  }
  for await (const piece of file.read()) yield lines(decode(piece), false)
  yield lines(decode(), true)
}
