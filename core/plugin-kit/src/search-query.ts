import type { SearchQuery } from './search.ts'

const pieces = [
  /^[0-9a-f]{4,12}$/i,
  /^[0-9a-f]{0,2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){0,4}(?:\1[0-9a-f]{0,2})?$/i,
  /^[0-9a-f]{2}[:-][0-9a-f]{0,2}$/i,
  /^[0-9a-f]{0,4}(?:([.:-])[0-9a-f]{4})(?:\1[0-9a-f]{0,4})?$/i,
  /^[0-9a-f]{4}[.:-][0-9a-f]{0,4}$/i,
]

/**
 * Digits of a MAC address or of a part of one; null if the text cannot be one. The beginning of an IPv4
 * address is not one: `10.10.` has groups of two.
 */
function macOf(text: string): string | null {
  const digits = text.replace(/[:.-]/g, '').toUpperCase()
  return digits.length >= 3 && digits.length <= 12 && pieces.some(piece => piece.test(text)) ? digits : null
}

const ascii = (hex: string) => Buffer.from(hex, 'hex').toString('latin1')

/**
 * A serial number as typed, and its other spelling: the first four characters name the maker (ITU-T G.984.3),
 * the rest is hex.
 */
function serialsOf(text: string): string[] {
  const typed = text.toUpperCase()
  if (/^[A-Z]{4}[0-9A-F]{0,8}$/.test(typed))
    return [typed, Buffer.from(typed.slice(0, 4), 'latin1').toString('hex').toUpperCase() + typed.slice(4)]
  if (/^(?:4[1-9A-F]|5[0-9A]){4}[0-9A-F]{0,8}$/.test(typed))
    return [typed, ascii(typed.slice(0, 8)) + typed.slice(8)]
  return /^[0-9A-Z-]{4,24}$/.test(typed) ? [typed] : []
}

const octet = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
const wholeV4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const partV4 = new RegExp(`^${octet}(?:\\.${octet}){0,2}\\.(?:${octet})?$`)
const partV6 = /^[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}$/i

function ipOf(text: string): SearchQuery['ip'] {
  if (wholeV4.test(text)) return { text, whole: true }
  if (partV4.test(text)) return { text, whole: false }
  if (!partV6.test(text)) return null
  const url = URL.parse(`http://[${text}]/`)
  return url ? { text: url.hostname.slice(1, -1), whole: true } : { text: text.toLowerCase(), whole: false }
}

/**
 * Finds the parts of a typed text. Control characters count as blanks, a lone surrogate as U+FFFD. A whole
 * IPv6 address gets its shortest form. Null if nothing is left.
 */
export function searchQueryOf(typed: string): SearchQuery | null {
  const text = typed
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  if (text === '') return null
  return {
    text,
    words: text.split(/\s+/),
    mac: macOf(text),
    serials: serialsOf(text),
    ip: ipOf(text),
    anywhere: [...text].length >= 3,
  }
}
