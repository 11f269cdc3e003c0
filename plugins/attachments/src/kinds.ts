import { open, type FileHandle } from 'node:fs/promises'
import { fail } from './errors.ts'

/** The media types that are stored, with the endings that fit them, the usual one first. */
const endings = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'log', 'conf', 'cfg', 'csv', 'tsv', 'md', 'json', 'yaml', 'yml', 'ini', 'rsc'],
} as const satisfies Record<string, readonly string[]>

export type MediaType = keyof typeof endings
export const mediaTypes = Object.keys(endings) as MediaType[]
export const endingsOf = (type: MediaType): readonly string[] => endings[type]
export const isPicture = (type: MediaType): boolean => type.startsWith('image/')

/** Previews of pictures; the longest side in pixels. */
export const previewFormat = { size: 320, type: 'image/webp' } as const

const headBytes = 4100
/** A ZIP's end record (APPNOTE 4.3.16) with the longest comment it may have. */
const tailBytes = 22 + 65_535

async function slice(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

/**
 * Programs read a ZIP from its end. So a ZIP behind another document is found by an end record whose comment
 * ends exactly with the file.
 */
function endsAsZip(tail: Buffer): boolean {
  for (
    let at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    at >= 0;
    at = at > 0 ? tail.lastIndexOf('PK\x05\x06', at - 1, 'latin1') : -1
  ) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true
  }
  return false
}

/** @throws ApiError if there is something before or after the document */
function assertPdf(head: Buffer, tail: Buffer): void {
  const end = tail.subarray(-1024).toString('latin1')
  if (head.toString('latin1', 0, 5) !== '%PDF-' || !/%%EOF[\s\0]*$/.test(end) || endsAsZip(tail))
    throw fail('ATTACHMENTS_PDF_BROKEN')
}

/**
 * Texts that a browser may take for a page when it guesses (MIME Sniffing Standard §7.1), and XML dialects
 * that can carry scripts.
 */
const markup =
  /^\s*<(!doctype|!--|\?xml|(html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math|xml)[\s>/])/i
const control = /[\u0000-\u0008\u000B-\u000C\u000E-\u001F\u007F-\u009F]/

async function assertText(file: FileHandle, bytes: number): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes;) {
    const piece = await slice(file, at, 65_536)
    if (piece.length === 0) break
    let text: string
    try {
      text = decoder.decode(piece, { stream: at + piece.length < bytes })
    } catch {
      throw fail('ATTACHMENTS_TYPE_REFUSED', {
        what: 'of an unknown type, or text in another encoding than UTF-8',
      })
    }
    if (at === 0 && markup.test(text)) throw fail('ATTACHMENTS_TYPE_REFUSED', { what: 'HTML, SVG or XML' })
    if (at === 0 && text.startsWith('#!')) throw fail('ATTACHMENTS_TYPE_REFUSED', { what: 'a script' })
    if (control.test(text))
      throw fail('ATTACHMENTS_TYPE_REFUSED', { what: 'of an unknown type, or text with control characters' })
    at += piece.length
  }
}

/**
 * Media type of a file, from its content alone.
 * @throws ApiError if the type is not one of those that are stored
 */
export async function mediaTypeOf(path: string): Promise<MediaType> {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size === 0) throw fail('ATTACHMENTS_FILE_EMPTY')
  const head = await slice(file, 0, headBytes)
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime
  const type = found === 'image/apng' ? 'image/png' : found
  if (type === 'application/pdf') assertPdf(head, await slice(file, Math.max(0, size - tailBytes), tailBytes))
  if (type !== undefined && Object.hasOwn(endings, type)) return type as MediaType
  if (type !== undefined && !type.startsWith('text/')) throw fail('ATTACHMENTS_TYPE_REFUSED', { what: type })
  await assertText(file, size)
  return 'text/plain'
}
