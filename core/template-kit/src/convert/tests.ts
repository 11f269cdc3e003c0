import { problem } from './problem.ts'
import { mayBeMissing, type Emit } from './paths.ts'
import type { Scope } from './scope.ts'
import type { Expression } from './expression.ts'

type Test = Extract<Expression, { kind: 'test' }>
type Binary = Extract<Expression, { kind: 'binary' }>

const not = (condition: string, negated: boolean) => (negated ? `(not ${condition})` : condition)

/** `a is defined` and its like. @throws Problem */
export function testOf({ of, name, args, negated }: Test, scope: Scope, emit: Emit): string {
  const value = emit(of, scope)
  const first = () => {
    if (!args[0]) throw problem('CONVERT_TEST', `\`is ${name}\` needs an argument`, 'Write (eq a b).')
    return emit(args[0], scope)
  }
  switch (name) {
    case 'defined':
      return `(${negated ? 'eq' : 'ne'} (default ${value} null) null)`
    case 'null':
    case 'none':
      return `(${negated ? 'ne' : 'eq'} (default ${value} null) null)`
    case 'empty':
      return `(${negated ? 'ne' : 'eq'} (length (default ${value} "")) 0)`
    case 'odd':
    case 'even':
      return `(eq (mod ${value} 2) ${(name === 'odd') === negated ? 0 : 1})`
    case 'divisible by':
      return not(`(eq (mod ${value} ${first()}) 0)`, negated)
    case 'same as':
      return `(${negated ? 'ne' : 'eq'} ${value} ${first()})`
    default:
      throw problem(
        'CONVERT_TEST',
        `\`is ${name}\` has no counterpart`,
        'Use eq, ne, in, contains or length.',
      )
  }
}

const isEmptyText = ({ kind, ...rest }: Expression) =>
  kind === 'literal' && 'value' in rest && rest.value === ''
const isNull = ({ kind, ...rest }: Expression) => kind === 'literal' && 'value' in rest && rest.value === null

/** A side of a comparison. What may be missing is null in Twig. */
const side = (expression: Expression, scope: Scope, emit: Emit): string =>
  mayBeMissing(expression) ? `(default ${emit(expression, scope)} null)` : emit(expression, scope)

/** `==`, `!=`, and `> ""`, which authors use for "not empty". Null equals the empty text in Twig. */
export function equality({ op, left, right }: Binary, scope: Scope, emit: Emit): string {
  const name = op === '==' || op === '===' ? 'eq' : 'ne'
  const [value, other] = isEmptyText(left) || isNull(left) ? [right, left] : [left, right]
  if (isEmptyText(other)) return `(${name} (default ${emit(value, scope)} "") "")`
  if (isNull(other)) {
    const bare = value.kind === 'name' || !mayBeMissing(value)
    return `(${name} ${bare ? emit(value, scope) : `(default ${emit(value, scope)} null)`} null)`
  }
  return `(${name} ${side(left, scope, emit)} ${side(right, scope, emit)})`
}

/** `a in b`. */
export function within({ op, left, right }: Binary, scope: Scope, emit: Emit): string {
  const value = emit(left, scope)
  const found =
    right.kind === 'list'
      ? `(in ${value} ${right.items.map(item => emit(item, scope)).join(' ')})`
      : `(contains ${emit(right, scope)} ${value})`
  if (right.kind === 'list' && right.items.length === 0)
    throw problem('CONVERT_EXPRESSION', 'the list is empty', 'Delete the condition.')
  return not(found, op === 'not in')
}

/** `a starts with "b"`. */
export function edge({ op, left, right }: Binary, scope: Scope, emit: Emit): string {
  if (right.kind !== 'literal' || typeof right.value !== 'string' || right.value === '')
    throw problem('CONVERT_EXPRESSION', `\`${op}\` needs a text`, 'Write (eq (substr a 0 4) "text").')
  const part = op === 'starts with' ? `0 ${right.value.length}` : `-${right.value.length}`
  return `(eq (substr ${emit(left, scope)} ${part}) ${emit(right, scope)})`
}

export { isEmptyText }
