/** null, false, 0, not-a-number and the empty text are false; everything else is true, empty lists too. */
export const truthy = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== 0 &&
  value !== '' &&
  !Number.isNaN(value)

/** A plain object: fields are read only from such. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For messages: what a value is. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'number') return 'a number'
  if (typeof value === 'boolean') return `\`${value}\``
  return value instanceof Date ? 'a time' : 'an object'
}

/** The number that a text is written like; null: it is no number. Leading zeros are no number: `010`. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(value) ? Number(value) : null
}

/**
 * Equal values. A number equals the text that is written like it, because parameters are texts
 * (`params.vlan == 100`). `spend` is called for each value that is looked at.
 */
export function same(left: unknown, right: unknown, spend: () => void): boolean {
  spend()
  if (left === right || (left ?? null) === (right ?? null)) return true
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime()
  if (typeof left === 'number' && typeof right === 'string') return left === numberOf(right)
  if (typeof left === 'string' && typeof right === 'number') return right === numberOf(left)
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, index) => same(value, right[index], spend))
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every(key => Object.hasOwn(right, key) && same(left[key], right[key], spend))
  )
}

/** Negative, 0 or positive. Null: the two cannot be ordered. */
export function order(left: unknown, right: unknown): number | null {
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime()
  if (typeof left === 'string' && typeof right === 'string' && numberOf(left) === null)
    return left < right ? -1 : left > right ? 1 : 0
  const [from, to] = [numberOf(left), numberOf(right)]
  if (from !== null && to !== null) return from - to
  return typeof left === 'string' && typeof right === 'string'
    ? left < right
      ? -1
      : left > right
        ? 1
        : 0
    : null
}
