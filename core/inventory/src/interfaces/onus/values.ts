import type { Field, Kind } from './fields.ts'

/** What is wrong with a value, as the end of a sentence. */
export class WrongValue extends Error {}

const rfc3339 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i

/** Reads the value of a filter by the kind of its field. Throws WrongValue. */
export const readers: Readonly<Record<Kind, (value: unknown, field: Field) => unknown>> = {
  integer(value, field) {
    const read = readers.number(value, field) as number
    if (!Number.isInteger(read)) throw new WrongValue('must be a whole number')
    return Math.min(Math.max(read, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  },
  number(value) {
    const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof read !== 'number' || !Number.isFinite(read)) throw new WrongValue('must be a number')
    return read
  },
  time(value) {
    const time = typeof value === 'string' && rfc3339.test(value) ? new Date(value) : null
    if (!time || Number.isNaN(time.getTime()))
      throw new WrongValue('must be a time as RFC 3339 writes it, e.g. 2026-03-02T09:30:00Z, or a date')
    return time.toISOString()
  },
  text(value) {
    if (typeof value !== 'string' && typeof value !== 'number') throw new WrongValue('must be a text')
    const read = String(value)
    if (read.length > 200) throw new WrongValue('must not be longer than 200 characters')
    if (read.includes('\0') || !read.isWellFormed())
      throw new WrongValue('contains a NUL character or half of a surrogate pair')
    return read
  },
  ident: (value, field) => readers.text(value, field),
  word(value, { words = [] }) {
    const read = words.find(word => word.toLowerCase() === String(value).toLowerCase())
    if (read === undefined) throw new WrongValue(`must be one of ${words.join(', ')}`)
    return read
  },
}
