import { filterOf } from './filters.ts'
import { literal } from './literals.ts'
import { pathOf } from './paths.ts'
import { problem } from './problem.ts'
import type { Scope } from './scope.ts'
import type { Expression } from './expression.ts'
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
export function emit(expression: Expression, scope: Scope): string {
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
