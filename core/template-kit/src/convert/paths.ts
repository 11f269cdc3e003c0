import { helperNames } from '../helpers/index.ts'
import { literal } from './literals.ts'
import { problem } from './problem.ts'
import { known, renames, reserved, type Scope } from './scope.ts'
import type { Expression } from './expression.ts'

/** Makes an expression of an expression. */
export type Emit = (expression: Expression, scope: Scope) => string

const fields: Readonly<Record<string, string>> = { _onu_num: '_onu' }
const loops: Readonly<Record<string, string>> = {
  index: '(add @index 1)',
  index0: '@index',
  first: '@first',
  last: '@last',
}

/** The first name of a path. Inside of a loop, a name that is set could be taken for a field of the item. */
export function rootOf(name: string, scope: Scope): string {
  if (scope.items.has(name)) return name
  if (!scope.sets.has(name) && Object.hasOwn(renames, name)) return renames[name]!
  const mistaken =
    reserved.has(name) || helperNames.includes(name) || (scope.list !== null && !known.has(name))
  return mistaken ? `@root.${name}` : name
}

function loopValue(name: string, scope: Scope): string {
  if (scope.list === null) throw problem('CONVERT_LOOP', '`loop` stands outside of a loop', 'Delete it.')
  if (name === 'length') return `(length ${scope.list})`
  if (Object.hasOwn(loops, name)) return loops[name]!
  throw problem('CONVERT_LOOP', `\`loop.${name}\` has no counterpart`, 'Known are @index, @first and @last.')
}

/** `a.b`, `a["b"]`, `a[b].c`: a path, or `lookup` from the first index that is no name. */
export function pathOf(expression: Expression, scope: Scope, emit: Emit): string {
  const keys: Expression[] = []
  let root = expression
  for (; root.kind === 'index'; root = root.of) keys.unshift(root.at)
  const [first] = keys
  if (root.kind === 'name' && root.name === 'loop' && !scope.items.has('loop')) {
    const name = keys.length === 1 && first?.kind === 'literal' ? String(first.value) : 'parent'
    return loopValue(name, scope)
  }
  const old = root.kind === 'name' && root.name === 'free_onu_numbers' && !scope.sets.has(root.name)
  const path = [root.kind === 'name' ? rootOf(root.name, scope) : emit(root, scope)]
  const plain = root.kind === 'name'
  let at = 0
  for (; plain && at < keys.length; at++) {
    const key = keys[at]!
    if (key.kind !== 'literal' || typeof key.value !== 'string' || !/^[A-Za-z_]\w*$/.test(key.value)) break
    path.push(old && at === 0 && key.value === 'all' ? 'list' : (fields[key.value] ?? key.value))
  }
  const base = path.join('.')
  if (at === keys.length) return base
  const rest = keys.slice(at).map(key => (key.kind === 'literal' ? literal(key.value) : emit(key, scope)))
  return `(lookup ${base} ${rest.join(' ')})`
}

/**
 * Whether a value may not be there when the template runs. Twig takes it for null then; a helper refuses it.
 * `params`, `iface` and other variables are always there, if null.
 */
export function mayBeMissing(expression: Expression): boolean {
  let depth = 0
  let root = expression
  for (; root.kind === 'index'; root = root.of) {
    if (root.at.kind !== 'literal') return true
    depth++
  }
  if (root.kind !== 'name') return false
  return depth >= 2 || root.name === 'iface' || (depth === 1 && root.name === 'data')
}
