import { createHash } from 'node:crypto'

/** PostgreSQL's jsonb takes neither NUL nor half of a surrogate pair; a device may send both (fault 24). */
const refused = /\\u(?:0000|d[89a-f])/i

const cleanText = (text: string) => text.replaceAll('\0', '').toWellFormed()

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [cleanText(key), clean(part)]))
  return value
}

/**
 * The value and its JSON without characters that PostgreSQL refuses: NUL is dropped, half of a surrogate pair
 * becomes U+FFFD.
 */
export function storable<T>(value: T): { value: T; text: string } {
  const text = JSON.stringify(value) ?? 'null'
  if (!refused.test(text)) return { value, text }
  const cleaned = clean(value) as T
  return { value: cleaned, text: JSON.stringify(cleaned) }
}

/** JSON with sorted keys: equal for equal arguments in any order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'null'

/** 128 bits of SHA-256 of the canonical JSON, in hexadecimal. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('hex').slice(0, 32)
