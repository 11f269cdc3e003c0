import { createHash } from 'node:crypto'
import { cutText, longestText, mapInSlices } from '@linecard/driver-kit'

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

/** The value with every text cut to `longestText`. `onCut` is called for each that was longer. */
function shortened(value: unknown, onCut: () => void): unknown {
  if (typeof value === 'string') {
    if (value.length > longestText) onCut()
    return cutText(value)
  }
  if (Array.isArray(value)) return value.map(part => shortened(part, onCut))
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, onCut)]))
  return value
}

/** Builds JSON up to a length; beyond it the text is lost. */
function jsonBuilder(most: number) {
  let parts: string[] | null = []
  let length = 0
  return {
    add(part: string) {
      length += part.length
      if (length > most) parts = null
      parts?.push(part)
    },
    text: () => parts?.join('') ?? null,
  }
}

/**
 * The same for an answer of any size, in slices: rows of a list, also of a list in a field. `text` is null
 * if the JSON is longer than `most`. `onCut`: long texts are cut, and it is called for each of them.
 */
export async function storableInSlices(
  value: unknown,
  most: number,
  onCut?: () => void,
): Promise<{ value: unknown; text: string | null }> {
  const json = jsonBuilder(most)
  const add = (part: unknown): unknown => {
    const whole = storable(part)
    // A row whose JSON is short has no long text.
    const { value: kept, text } =
      onCut && whole.text.length > longestText ? storable(shortened(whole.value, onCut)) : whole
    json.add(text)
    return kept
  }
  const addList = async (rows: readonly unknown[]): Promise<unknown[]> => {
    json.add('[')
    let nth = 0
    const kept = await mapInSlices(rows, row => {
      if (nth++ > 0) json.add(',')
      return add(row)
    })
    json.add(']')
    return kept
  }
  if (Array.isArray(value)) return { value: await addList(value), text: json.text() }
  if (!value || typeof value !== 'object') return { value: add(value), text: json.text() }
  const kept: [string, unknown][] = []
  json.add('{')
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) continue
    if (kept.length > 0) json.add(',')
    const name = String(add(cleanText(key)))
    json.add(':')
    kept.push([name, Array.isArray(part) ? await addList(part) : add(part)])
  }
  json.add('}')
  return { value: Object.fromEntries(kept), text: json.text() }
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
