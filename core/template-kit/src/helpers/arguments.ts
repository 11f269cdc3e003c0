import { maxValue } from '../base/bounds.ts'
import type { Wrong } from './helper.ts'

export const isNumeric = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value))

/** A value in the words of an error. */
export function named(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string'
    ? `the text "${value.slice(0, 40)}"`
    : `the ${typeof value} ${String(value)}`
}

const wrongType = (wrong: Wrong, name: string, wanted: string, value: unknown) =>
  wrong({
    code: 'HELPER_TYPE',
    message: `${name} needs ${wanted}, not ${named(value)}`,
    hint:
      value === null
        ? 'Check it with {{#if …}}, or give a value for it with (default … "…").'
        : typeof value === 'object'
          ? 'Name a field of it, or write (join list ",").'
          : 'Check the argument.',
  })

/** A number, or a text that is one: fields of forms are texts. */
export function numberOf(value: unknown, name: string, wrong: Wrong): number {
  if (!isNumeric(value)) throw wrongType(wrong, name, 'numbers', value)
  return Number(value)
}

/** A whole number in a range. */
export function wholeOf(
  value: unknown,
  name: string,
  [least, most]: readonly [number, number],
  wrong: Wrong,
): number {
  const number = numberOf(value, name, wrong)
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw wrong({
    code: 'HELPER_RANGE',
    message: `${name} needs a whole number from ${least} to ${most}, not ${number}`,
    hint: 'Check the argument.',
  })
}

/** A text. Numbers and booleans are written as texts. */
export function textOf(value: unknown, name: string, wrong: Wrong): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw wrongType(wrong, name, 'texts', value)
}

export function listOf(value: unknown, name: string, wrong: Wrong): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw wrongType(wrong, name, 'a list', value)
}

/** Refuses a text before it is made. */
export function checkLength(length: number, name: string, wrong: Wrong): void {
  if (length > maxValue)
    throw wrong({
      code: 'VALUE_LIMIT',
      message: `${name} would give more than ${maxValue} characters`,
      hint: 'A line of a command has at most 4096.',
    })
}
