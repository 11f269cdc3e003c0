import { compilePattern } from './pattern.ts'
import { isRecord, kindOf, numberOf, truthy } from './values.ts'

/** A function of expressions. As a method, the value before the dot is the first argument. */
export interface ExpressionFunction {
  least: number
  most: number
  usage: string
  /** @throws Error with a sentence for the author */
  run(args: readonly unknown[]): unknown
  /** Steps that it takes beside the size of its arguments and result. */
  steps?(args: readonly unknown[]): number
}

/** Characters that a text may get, and items of a list. */
export const maxText = 100_000

/** A value as a part of a text. Nothing is the empty text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') throw new Error(`${kindOf(value)} is no text; name one of its fields`)
  return String(value)
}

function own(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  throw new Error(`${what} needs a text, not ${kindOf(value)}`)
}

const ofText = (usage: string, least: number, run: (text: string, ...rest: string[]) => unknown) => ({
  least,
  most: least,
  usage,
  run: ([first, ...rest]: readonly unknown[]) =>
    first === null || first === undefined
      ? null
      : run(own(first, usage), ...rest.map(value => own(value, usage))),
})

function size(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (isRecord(value)) return Object.keys(value).length
  throw new Error(`\`size\` needs a text or a list, not ${kindOf(value)}`)
}

function number(value: unknown): number {
  const result = numberOf(typeof value === 'string' ? value.trim() : value)
  if (result === null) throw new Error(`${kindOf(value)} that is no number`)
  return result
}

/** @throws Error if the result would be too long */
function replace(text: string, part: string, by: string): string {
  if (part === '') throw new Error('`replace` needs a part that is not empty')
  const parts = text.split(part)
  if (parts.length * by.length + text.length > maxText) throw new Error('the text gets too long')
  return parts.join(by)
}

function matches(text: string, pattern: string): boolean {
  const compiled = compilePattern(pattern)
  if (!compiled.ok) throw new Error(`the pattern is wrong: ${compiled.problem}`)
  return compiled.pattern.matcher(text).find()
}

/** Every state of the pattern may be looked at for every character. Eight of them take as long as a step. */
function stepsOfMatch([text, pattern]: readonly unknown[]): number {
  const compiled = compilePattern(String(pattern))
  return compiled.ok ? (compiled.pattern.programSize() * String(text ?? '').length) / 8 : 0
}

function contains(args: readonly unknown[]): boolean {
  const [where, what] = args
  if (Array.isArray(where)) return where.includes(what)
  return where === null || where === undefined
    ? false
    : own(where, '`contains`').includes(own(what, '`contains`'))
}

function join([list, between]: readonly unknown[]): string {
  if (!Array.isArray(list)) throw new Error(`\`join\` needs a list, not ${kindOf(list)}`)
  const separator = textOf(between)
  if (list.length * separator.length > maxText) throw new Error('the text gets too long')
  return list.map(textOf).join(separator)
}

function substring([text, from, to]: readonly unknown[]): unknown {
  if (text === null || text === undefined) return null
  return own(text, '`substring`').slice(number(from), to === undefined ? undefined : number(to))
}

const contain = { least: 2, most: 2, usage: 'text.contains(part)', run: contains }
const lower = ofText('text.lower()', 1, text => text.toLowerCase())
const upper = ofText('text.upper()', 1, text => text.toUpperCase())
const startsWith = ofText('text.startsWith(part)', 2, (text, part) => text.startsWith(part!))
const endsWith = ofText('text.endsWith(part)', 2, (text, part) => text.endsWith(part!))

/** All functions by name. Names of CEL, and the few of JavaScript that exports of existing systems use. */
export const functions: ReadonlyMap<string, ExpressionFunction> = new Map<string, ExpressionFunction>([
  ['size', { least: 1, most: 1, usage: 'size(list)', run: ([value]) => size(value) }],
  ['contains', contain],
  ['includes', contain],
  ['startsWith', startsWith],
  ['endsWith', endsWith],
  [
    'matches',
    {
      ...ofText('text.matches("^[0-9]+$")', 2, (text, pattern) => matches(text, pattern!)),
      steps: stepsOfMatch,
    },
  ],
  ['lower', lower],
  ['lowerAscii', lower],
  ['toLowerCase', lower],
  ['upper', upper],
  ['upperAscii', upper],
  ['toUpperCase', upper],
  ['trim', ofText('text.trim()', 1, text => text.trim())],
  ['replace', ofText('text.replace(part, by)', 3, (text, part, by) => replace(text, part!, by!))],
  ['split', ofText('text.split(",")', 2, (text, between) => text.split(between!))],
  ['indexOf', ofText('text.indexOf(part)', 2, (text, part) => text.indexOf(part!))],
  ['substring', { least: 2, most: 3, usage: 'text.substring(0, 4)', run: substring }],
  ['join', { least: 1, most: 2, usage: 'list.join(", ")', run: join }],
  ['string', { least: 1, most: 1, usage: 'string(value)', run: ([value]) => textOf(value) }],
  ['text', { least: 1, most: 1, usage: 'text(value)', run: ([value]) => textOf(value) }],
  ['int', { least: 1, most: 1, usage: 'int(text)', run: ([value]) => Math.trunc(number(value)) }],
  ['double', { least: 1, most: 1, usage: 'double(text)', run: ([value]) => number(value) }],
  ['bool', { least: 1, most: 1, usage: 'bool(value)', run: ([value]) => truthy(value) }],
])

/** Names of what evaluates its argument once an item: `list.exists(x, x.id == 1)`. */
export const overLists: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])
