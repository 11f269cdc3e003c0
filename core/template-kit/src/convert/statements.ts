import type { Expression } from './expression.ts'
import { mayBeMissing, pathOf } from './paths.ts'
import { problem } from './problem.ts'
import { reserved, type Scope } from './scope.ts'
import { parseLoop, parseTwig, parseTwigList } from './syntax.ts'
import { filterOf } from './filters.ts'
import { literal } from './literals.ts'
import { edge, equality, isEmptyText, testOf, within } from './tests.ts'

type Binary = Extract<Expression, { kind: 'binary' }>

const orders: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '<=': 'lte', '>=': 'gte' }
const sums: Readonly<Record<string, string>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'mod' }

/** The sides of a chain of one operator, e.g. `a and b and c`. */
function chain(expression: Expression, op: string): Expression[] {
  if (expression.kind !== 'binary' || expression.op !== op) return [expression]
  return [...chain(expression.left, op), ...chain(expression.right, op)]
}

function binary(expression: Binary, scope: Scope): string {
  const { op, left, right } = expression
  const both = () => `${emit(left, scope)} ${emit(right, scope)}`
  const all = () =>
    chain(expression, op)
      .map(each => emit(each, scope))
      .join(' ')
  if (op === 'and' || op === 'or') return `(${op} ${all()})`
  if (op === '~') return `(concat ${all()})`
  if (op === '==' || op === '!=' || op === '===' || op === '!==') return equality(expression, scope, emit)
  if (op === '>' && isEmptyText(right)) return equality({ ...expression, op: '!=' }, scope, emit)
  if (orders[op]) return `(${orders[op]} ${both()})`
  if (op === '/')
    scope.notes.push(
      problem(
        'CONVERT_DIVISION',
        '`/` of whole numbers leaves out the remainder here',
        'Check what is meant.',
      ),
    )
  if (sums[op]) return `(${sums[op]} ${both()})`
  switch (op) {
    case 'in':
    case 'not in':
      return within(expression, scope, emit)
    case 'starts with':
    case 'ends with':
      return edge(expression, scope, emit)
    case '..':
      return `(range ${both()})`
    case '??':
      return `(default ${both()})`
    case '//':
      return `(div ${both()})`
    default:
      throw problem('CONVERT_EXPRESSION', `\`${op}\` has no counterpart`, 'See the list of helpers.')
  }
}

/** A choice is kept before the tag: helpers cannot choose. */
function choice(expression: Extract<Expression, { kind: 'ternary' }>, scope: Scope): string {
  if (scope.before === null)
    throw problem('CONVERT_CHOICE', '`? :` stands in a condition', 'Write it as a condition of its own.')
  const name = `choice_${++scope.kept.count}`
  const test = emit(expression.test, scope)
  const [then, other] = [emit(expression.yes, scope), emit(expression.other, scope)]
  scope.before.push(`{{#if ${test}}}{{set "${name}" ${then}}}{{else}}{{set "${name}" ${other}}}{{/if}}`)
  return scope.list === null ? name : `@root.${name}`
}

/** Letters of a list are joined by this: `[1, 2]` has no counterpart but the parts of a text. */
function listOf(items: readonly Expression[]): string {
  const texts = items.map(item => (item.kind === 'literal' ? String(item.value) : null))
  if (texts.length === 0 || texts.some(text => text === null || text.includes(',')))
    throw problem(
      'CONVERT_LIST',
      'a list of expressions has no counterpart',
      'Write (split "a,b" ",") for texts.',
    )
  return `(split ${literal(texts.join(','))} ",")`
}

function call(name: string, args: readonly Expression[], scope: Scope): string {
  const given = args.map(arg => emit(arg, scope)).join(' ')
  if (name === 'range' && args.length >= 2) return `(range ${given})`
  if (name === 'attribute' && args.length === 2) return `(lookup ${given})`
  throw problem('CONVERT_FUNCTION', `the function \`${name}\` has no counterpart`, 'See the list of helpers.')
}

function slice({ of, from, length }: Extract<Expression, { kind: 'slice' }>, scope: Scope): string {
  const start = from ? emit(from, scope) : '0'
  return `(substr ${emit(of, scope)} ${start}${length ? ` ${emit(length, scope)}` : ''})`
}

/** An expression as an argument of Handlebars. @throws Problem */
function emit(expression: Expression, scope: Scope): string {
  switch (expression.kind) {
    case 'literal':
      return literal(expression.value)
    case 'name':
    case 'index':
      return pathOf(expression, scope, emit)
    case 'unary':
      if (expression.op === 'not') return `(not ${emit(expression.value, scope)})`
      if (expression.op === '+') return emit(expression.value, scope)
      if (expression.value.kind === 'literal' && typeof expression.value.value === 'number')
        return `-${String(expression.value.value)}`
      return `(sub 0 ${emit(expression.value, scope)})`
    case 'binary':
      return binary(expression, scope)
    case 'ternary':
      return choice(expression, scope)
    case 'filter':
      return filterOf(expression, scope, emit)
    case 'test':
      return testOf(expression, scope, emit)
    case 'call':
      return call(expression.name, expression.args, scope)
    case 'list':
      return listOf(expression.items)
    case 'slice':
      return slice(expression, scope)
    case 'hash':
      throw problem('CONVERT_LIST', 'an object has no counterpart', 'Set its values one by one.')
  }
}

/** Some code, after what has to come before it. */
function withBefore(scope: Scope, make: (inner: Scope) => string): string {
  const before: string[] = []
  const code = make({ ...scope, before })
  return `${before.join('')}${code}`
}

/** A value as a tag: `(lower a)` is `{{lower a}}`. A text is written as it is. */
function output(expression: Expression, scope: Scope): string {
  if (expression.kind === 'ternary') {
    const { test, yes, other } = expression
    const rest = other.kind === 'literal' && other.value === '' ? '' : `{{else}}${output(other, scope)}`
    return `{{#if ${emit(test, scope)}}}${output(yes, scope)}${rest}{{/if}}`
  }
  if (expression.kind === 'call' && expression.name === 'include') return include(expression.args, scope)
  if (expression.kind === 'literal' && !/[\n\r{}]|\\$/.test(String(expression.value)))
    return expression.value === null ? '' : String(expression.value)
  const code = emit(expression, scope)
  return `{{${code.startsWith('(') ? code.slice(1, -1) : code}}}`
}

/** `{{> name}}`. Items of loops around are handed over, because the block sees only its context. */
function include([name, given]: readonly Expression[], scope: Scope): string {
  const plain = name?.kind === 'literal' ? String(name.value).replace(/(\.html)?\.twig$/, '') : ''
  if (!/^[a-z][a-z_0-9]{0,63}$/.test(plain))
    throw problem('CONVERT_INCLUDE', 'a block is included by its name', 'Use small letters, digits and _.')
  if (given && given.kind !== 'hash')
    throw problem('CONVERT_INCLUDE', '`with` needs names and values', 'Write {{> name port=1}}.')
  const pairs = (given?.pairs ?? []).map(([key, value]) => {
    if (key.kind !== 'literal' || !/^[A-Za-z_]\w{0,63}$/.test(String(key.value)))
      throw problem('CONVERT_INCLUDE', 'a name is no name of a variable', 'Use letters, digits and _.')
    return `${String(key.value)}=${emit(value, scope)}`
  })
  const own = new Set(pairs.map(pair => pair.split('=')[0]))
  const items = [...scope.items].filter(item => !own.has(item)).map(item => `${item}=${item}`)
  return `{{> ${[plain, ...pairs, ...items].join(' ')}}}`
}

export const outputOf = (source: string, scope: Scope): string =>
  withBefore(scope, inner => output(parseTwig(source), inner))

/** `{% include "a" with {b: 1} only %}` */
export function includeOf(body: string, scope: Scope): string {
  const found = /^include\s+(.+?)(?:\s+with\s+(\{.*\}))?(?:\s+only)?$/s.exec(body)
  if (!found || /\bignore\s+missing\b/.test(body))
    throw problem('CONVERT_INCLUDE', 'this way to include has no counterpart', 'Write {{> name}}.')
  const args = [found[1], found[2]].flatMap(each => (each === undefined ? [] : [parseTwig(each)]))
  return withBefore(scope, inner => include(args, inner))
}

function setOne(name: string, value: Expression, scope: Scope): string {
  if (scope.items.has(name))
    throw problem('CONVERT_NAME', `\`${name}\` is the item of a loop around`, 'Choose another name.')
  if (value.kind !== 'ternary') return `{{set "${name}" ${emit(value, scope)}}}`
  const [then, other] = [setOne(name, value.yes, scope), setOne(name, value.other, scope)]
  return `{{#if ${emit(value.test, scope)}}}${then}{{else}}${other}{{/if}}`
}

/** `{% set a, b = 1, 2 %}` */
export function setOf(body: string, scope: Scope): string {
  const found = /^set\s+([\w\s,]+?)\s*=(?!=)\s*(.+)$/s.exec(body)
  const names = found?.[1]!.split(',').map(name => name.trim()) ?? []
  if (!found || names.some(name => !/^[A-Za-z_]\w{0,63}$/.test(name)))
    throw problem('CONVERT_SYNTAX', 'this is no `set`', 'Write {% set name = value %}.')
  const values = parseTwigList(found[2]!, names.length)
  if (values.length < names.length)
    throw problem('CONVERT_SYNTAX', 'there are fewer values than names', 'Set one after the other.')
  return withBefore(scope, inner => names.map((name, at) => setOne(name, values[at]!, inner)).join(''))
}

/** Names that a template sets, from its statements. */
export const namesSet = (bodies: readonly string[]): string[] =>
  bodies.flatMap(
    body =>
      /^set\s+([\w\s,]+?)\s*(?:=|$)/
        .exec(body)?.[1]!
        .split(',')
        .map(name => name.trim()) ?? [],
  )

/** `{{#if …}}`, or for another branch `{{else if …}}`. */
export function conditionOf(body: string, scope: Scope): string {
  const source = body.replace(/^(else)?if\b/, '')
  if (body.startsWith('elseif')) return `{{else if ${emit(parseTwig(source), { ...scope, before: null })}}}`
  return withBefore(scope, inner => `{{#if ${emit(parseTwig(source), inner)}}}`)
}

/** How a loop is opened and closed, and what is known inside of it. */
export interface Loop {
  open: string
  /** Before what comes for an empty list. */
  other: string
  /** The end, with or without such a part. */
  end: string
  endOther: string
  inside: Scope
}

/** `{% for item in list %}`, `{% for key, value in list if condition %}` */
export function loopOf(body: string, scope: Scope): Loop {
  const found = /^for\s+([A-Za-z_]\w*)(?:\s*,\s*([A-Za-z_]\w*))?\s+in\s+(.+)$/s.exec(body)
  if (!found) throw problem('CONVERT_SYNTAX', 'this is no `for`', 'Write {% for item in list %}.')
  const [, first, second, source] = found as unknown as [string, string, string | undefined, string]
  if (reserved.has(first) || reserved.has(second ?? ''))
    throw problem('CONVERT_NAME', 'the name of an item means something else here', 'Choose another name.')
  const { list, condition } = parseLoop(source)
  const before: string[] = []
  const code = emit(list, { ...scope, before })
  const names = second === undefined ? [first] : [second, first]
  const inside = { ...scope, items: new Set([...scope.items, ...names]), list: code }
  const guard = condition ? `{{#if ${emit(condition, { ...inside, before: null })}}}` : ''
  const unguard = condition ? '{{/if}}' : ''
  // Twig takes nothing for an empty list.
  const maybe = mayBeMissing(list)
  const asked = maybe ? `{{#if ${code}}}` : ''
  return {
    open: `${before.join('')}${asked}{{#each ${code} as |${names.join(' ')}|}}${guard}`,
    other: `${unguard}${maybe ? '{{/each}}' : ''}{{else}}`,
    end: `${unguard}{{/each}}${maybe ? '{{/if}}' : ''}`,
    endOther: maybe ? '{{/if}}' : '{{/each}}',
    inside,
  }
}
