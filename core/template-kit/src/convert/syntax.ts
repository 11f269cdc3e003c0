import type { Expression } from './expression.ts'
import { problem } from './problem.ts'
import { wordsOf, type Word } from './words.ts'

/** Operators of two sides with their strength, as Twig documents them. */
const strengths: Readonly<Record<string, number>> = {
  or: 10,
  and: 15,
  '==': 20,
  '!=': 20,
  '===': 20,
  '!==': 20,
  '<': 20,
  '>': 20,
  '<=': 20,
  '>=': 20,
  '<=>': 20,
  in: 20,
  'not in': 20,
  matches: 20,
  'starts with': 20,
  'ends with': 20,
  '..': 25,
  '+': 30,
  '-': 30,
  '~': 40,
  '*': 60,
  '/': 60,
  '//': 60,
  '%': 60,
  is: 100,
  '**': 200,
  '??': 300,
}
const maxDepth = 60

/** Where the parser is. */
interface Cursor {
  words: readonly Word[]
  at: number
  depth: number
}

const failed = (message: string) => problem('CONVERT_SYNTAX', message, 'Correct the expression.')
const shown = (word: Word | undefined) =>
  word === undefined ? 'the end' : 'value' in word ? `\`${String(word.value)}\`` : 'a text'

function isWord(cursor: Cursor, value: string, ahead = 0): boolean {
  const word = cursor.words[cursor.at + ahead]
  return (word?.kind === 'sign' || word?.kind === 'name') && word.value === value
}
function take(cursor: Cursor, value: string): boolean {
  if (!isWord(cursor, value)) return false
  cursor.at++
  return true
}
function expect(cursor: Cursor, value: string): void {
  if (!take(cursor, value)) throw failed(`\`${value}\` is missing before ${shown(cursor.words[cursor.at])}`)
}
function nameHere(cursor: Cursor): string {
  const word = cursor.words[cursor.at++]
  if (word?.kind !== 'name') throw failed(`a name is missing before ${shown(word)}`)
  return word.value
}

/** The operator that stands here, of one or two words. */
function operatorHere(cursor: Cursor): string | null {
  const word = cursor.words[cursor.at]
  if (word?.kind !== 'sign' && word?.kind !== 'name') return null
  const two = [
    ['not', 'in'],
    ['starts', 'with'],
    ['ends', 'with'],
  ].find(([first, second]) => isWord(cursor, first!) && isWord(cursor, second!, 1))
  return two ? two.join(' ') : Object.hasOwn(strengths, word.value) ? word.value : null
}

function listOf(cursor: Cursor, end: string): Expression[] {
  const items: Expression[] = []
  while (!take(cursor, end)) {
    if (items.length > 0) {
      expect(cursor, ',')
      if (take(cursor, end)) break
    }
    items.push(whole(cursor))
  }
  return items
}

function hashOf(cursor: Cursor): Expression {
  const pairs: (readonly [Expression, Expression])[] = []
  while (!take(cursor, '}')) {
    if (pairs.length > 0) expect(cursor, ',')
    const word = cursor.words[cursor.at]
    const key: Expression =
      word?.kind === 'name' ? { kind: 'literal', value: nameHere(cursor) } : primary(cursor)
    expect(cursor, ':')
    pairs.push([key, whole(cursor)])
  }
  return { kind: 'hash', pairs }
}

const constants: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
}

function named(cursor: Cursor, name: string): Expression {
  const constant = constants[name.toLowerCase()]
  if (constant !== undefined) return { kind: 'literal', value: constant }
  return take(cursor, '(') ? { kind: 'call', name, args: listOf(cursor, ')') } : { kind: 'name', name }
}

function mixed(parts: readonly (string | { source: string })[]): Expression {
  const pieces = parts
    .filter(part => part !== '')
    .map((part): Expression =>
      typeof part === 'string' ? { kind: 'literal', value: part } : parseTwig(part.source),
    )
  return pieces.reduce((left, right) => ({ kind: 'binary', op: '~', left, right }))
}

function primary(cursor: Cursor): Expression {
  const word = cursor.words[cursor.at++]
  if (word?.kind === 'number' || word?.kind === 'text')
    return postfix(cursor, { kind: 'literal', value: word.value })
  if (word?.kind === 'mixed') return postfix(cursor, mixed(word.parts))
  if (word?.kind === 'name') {
    if (word.value === 'not') return { kind: 'unary', op: 'not', value: binary(cursor, 50) }
    return postfix(cursor, named(cursor, word.value))
  }
  if (word?.value === '-' || word?.value === '+')
    return { kind: 'unary', op: word.value, value: binary(cursor, 500) }
  if (word?.value === '(') {
    const inner = whole(cursor)
    expect(cursor, ')')
    return postfix(cursor, inner)
  }
  if (word?.value === '[') return postfix(cursor, { kind: 'list', items: listOf(cursor, ']') })
  if (word?.value === '{') return postfix(cursor, hashOf(cursor))
  throw failed(`a value is missing before ${shown(word)}`)
}

function indexed(cursor: Cursor, of: Expression): Expression {
  const from = isWord(cursor, ':') ? null : whole(cursor)
  if (take(cursor, ':')) {
    const length = isWord(cursor, ']') ? null : whole(cursor)
    expect(cursor, ']')
    return { kind: 'slice', of, from, length }
  }
  expect(cursor, ']')
  return { kind: 'index', of, at: from! }
}

/** What follows a value: `.field`, `[index]`, `|filter(…)`. */
function postfix(cursor: Cursor, start: Expression): Expression {
  let of = start
  for (;;) {
    if (take(cursor, '.')) {
      const word = cursor.words[cursor.at++]
      if (word?.kind !== 'name' && word?.kind !== 'number')
        throw failed(`a name is missing before ${shown(word)}`)
      if (isWord(cursor, '('))
        throw problem(
          'CONVERT_FUNCTION',
          `\`${String(word.value)}()\` is a method`,
          'Use a filter or a helper.',
        )
      of = { kind: 'index', of, at: { kind: 'literal', value: word.value } }
    } else if (take(cursor, '[')) of = indexed(cursor, of)
    else if (take(cursor, '|')) {
      const name = nameHere(cursor)
      of = { kind: 'filter', of, name, args: take(cursor, '(') ? listOf(cursor, ')') : [] }
    } else return of
  }
}

/** `is [not] defined`, `is divisible by(3)`. */
function testOf(cursor: Cursor, of: Expression): Expression {
  const negated = take(cursor, 'not')
  let name = nameHere(cursor)
  for (const second of ['as', 'by']) if (take(cursor, second)) name += ` ${second}`
  return { kind: 'test', of, name, negated, args: take(cursor, '(') ? listOf(cursor, ')') : [] }
}

function binary(cursor: Cursor, least: number): Expression {
  return deeper(cursor, () => climb(cursor, least))
}

/** @throws Problem if an expression is too deep */
function deeper(cursor: Cursor, parse: () => Expression): Expression {
  if (++cursor.depth > maxDepth) throw failed('the expression is too deep')
  const found = parse()
  cursor.depth--
  return found
}

function climb(cursor: Cursor, least: number): Expression {
  let left = primary(cursor)
  for (;;) {
    const op = operatorHere(cursor)
    if (op === null || strengths[op]! < least) break
    cursor.at += op.split(' ').length
    if (op === 'is') left = testOf(cursor, left)
    else {
      const toRight = op === '**' || op === '??'
      left = { kind: 'binary', op, left, right: binary(cursor, strengths[op]! + (toRight ? 0 : 1)) }
    }
  }
  return left
}

const whole = (cursor: Cursor): Expression => deeper(cursor, () => choice(cursor))

function choice(cursor: Cursor): Expression {
  const test = binary(cursor, 0)
  if (take(cursor, '?:')) return { kind: 'ternary', test, yes: test, other: whole(cursor) }
  if (!take(cursor, '?')) return test
  const yes = whole(cursor)
  const other: Expression = take(cursor, ':') ? whole(cursor) : { kind: 'literal', value: '' }
  return { kind: 'ternary', test, yes, other }
}

/** Parses an expression of Twig. @throws Problem */
export function parseTwig(source: string): Expression {
  return parseTwigList(source, 1)[0]!
}

/** `list` or `list if condition`. @throws Problem */
export function parseLoop(source: string): { list: Expression; condition: Expression | null } {
  const cursor: Cursor = { words: wordsOf(source), at: 0, depth: 0 }
  const list = whole(cursor)
  const condition = take(cursor, 'if') ? whole(cursor) : null
  if (cursor.at < cursor.words.length) throw failed(`${shown(cursor.words[cursor.at])} does not belong here`)
  return { list, condition }
}

/** Expressions with commas between them. @throws Problem */
export function parseTwigList(source: string, count: number): Expression[] {
  const cursor: Cursor = { words: wordsOf(source), at: 0, depth: 0 }
  const found = [whole(cursor)]
  while (found.length < count && take(cursor, ',')) found.push(whole(cursor))
  if (cursor.at < cursor.words.length) throw failed(`${shown(cursor.words[cursor.at])} does not belong here`)
  return found
}
