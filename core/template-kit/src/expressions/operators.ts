import { textOf } from './functions.ts'
import { isRecord, numberOf, order } from './values.ts'

type Result = { ok: true; value: unknown } | { ok: false; hint: string }
type Operator = (left: unknown, right: unknown) => Result

/** Numbers that are texts count as numbers, because parameters are texts. */
const arithmetic =
  (run: (left: number, right: number) => number): Operator =>
  (left, right) => {
    const [from, to] = [numberOf(left), numberOf(right)]
    if (from === null || to === null) return { ok: false, hint: 'Both sides must be numbers.' }
    const value = run(from, to)
    return Number.isFinite(value)
      ? { ok: true, value }
      : { ok: false, hint: 'The result is no number (division by 0?).' }
  }

/** Order. Nothing is neither less nor more than anything. */
const ordered =
  (holds: (order: number) => boolean): Operator =>
  (left, right) => {
    if ((left ?? null) === null || (right ?? null) === null) return { ok: true, value: false }
    const found = order(left, right)
    return found === null
      ? { ok: false, hint: 'Compare two numbers, or two texts.' }
      : { ok: true, value: holds(found) }
  }

const add: Operator = (left, right) => {
  if (typeof left === 'number' && typeof right === 'number') return { ok: true, value: left + right }
  if (Array.isArray(left) && Array.isArray(right)) return { ok: true, value: [...left, ...right] }
  const plain = (value: unknown) => typeof value !== 'object' || value === null || value instanceof Date
  if (!plain(left) || !plain(right))
    return { ok: false, hint: 'Join texts and numbers; name a field of the object.' }
  return { ok: true, value: textOf(left) + textOf(right) }
}

const within: Operator = (left, right) => {
  if (right === null || right === undefined) return { ok: true, value: false }
  if (Array.isArray(right)) {
    const number = numberOf(left)
    const has = right.some(each => each === left || (number !== null && numberOf(each) === number))
    return { ok: true, value: has }
  }
  if (typeof right === 'string' && typeof left === 'string') return { ok: true, value: right.includes(left) }
  if (isRecord(right)) return { ok: true, value: Object.hasOwn(right, String(left)) }
  return { ok: false, hint: 'After `in` comes a list: `params.mode in ["a", "b"]`.' }
}

/** The operators of two sides, besides equality and logic. */
export const operators: Readonly<Record<string, Operator>> = {
  '+': add,
  '-': arithmetic((left, right) => left - right),
  '*': arithmetic((left, right) => left * right),
  '/': arithmetic((left, right) => left / right),
  '%': arithmetic((left, right) => left % right),
  '<': ordered(sign => sign < 0),
  '<=': ordered(sign => sign <= 0),
  '>': ordered(sign => sign > 0),
  '>=': ordered(sign => sign >= 0),
  in: within,
}
