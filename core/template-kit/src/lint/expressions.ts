import { didYouMean } from '../base/nearest.ts'
import { fieldOf, type VariableSchema } from '../expressions/schema.ts'
import { checkCall, placeOf } from './calls.ts'
import { resolvePath, type Scope, type Shape } from './known.ts'
import type { Walk } from './state.ts'

type Path = hbs.AST.PathExpression
type Call = hbs.AST.SubExpression

/** What the items of a list or an object are. */
export function itemOf(shape: Shape): Shape {
  const found = shape && fieldOf(shape, null)
  return found && 'schema' in found ? found.schema : null
}

/** Names of the fields of an object. */
export function fieldsShape(shape: VariableSchema): string[] {
  const found = fieldOf(shape, '\u0000')
  return found && 'missing' in found ? [...found.missing] : []
}

function note(path: Path, walk: Walk): void {
  const { parts, data } = path
  const names = data && parts[0] === 'root' ? parts.slice(1) : parts
  if (names[0] !== 'params' || data !== (parts[0] === 'root')) return
  if (names.length > 1) walk.read.params.add(names[1]!)
  else walk.read.allParams = true
}

const known = new Set(['root', 'index', 'key', 'first', 'last'])

/** Checks a path, and tells what is known of its value. */
function pathShape(path: Path, scope: Scope, walk: Walk): Shape {
  note(path, walk)
  const { parts, original } = path
  if (path.data && !known.has(parts[0] ?? '')) {
    const hint = didYouMean(parts[0] ?? '', known)
    walk.say(
      'DATA_UNKNOWN',
      placeOf(path),
      `there is no \`${original}\``,
      `${hint} They are written with \`@\`.`,
    )
    return null
  }
  const top = path.data ? parts[1] : parts[0]
  if (top !== undefined && walk.later.has(top)) walk.read.sets.add(top)
  if (original === 'not_converted') {
    walk.say(
      'NOT_CONVERTED',
      placeOf(path),
      'a part of the former template was not converted',
      'Write what the comment before it has in Handlebars, and delete this.',
    )
    return null
  }
  if (path.depth > scope.contexts.length) {
    const hint = `Write \`${parts.join('.')}\`. \`../\` is what is around an \`{{#each}}\` or \`{{#with}}\`.`
    walk.say('PARENT_NONE', placeOf(path), `\`${original}\`: nothing is around`, hint)
    return null
  }
  const found = resolvePath(path, scope, walk.written)
  if (found.ok) return found.shape
  if (found.top && parts[0] === found.at && walk.later.has(found.at)) {
    const hint = `Move \`{{set "${found.at}" …}}\` before this line.`
    walk.say('SET_LATER', placeOf(path), `\`${found.at}\` is read before it is set`, hint)
    return null
  }
  const ofParams = parts[0] === 'params' && parts[1] === found.at
  const first = found.at === parts[0] && !path.data
  const message = ofParams
    ? `there is no parameter \`${found.at}\``
    : first
      ? `there is no variable \`${found.at}\``
      : `\`${original}\`: there is no \`${found.at}\``
  const hint =
    ofParams && found.names.length === 0
      ? `Add a parameter with the key \`${found.at}\`.`
      : didYouMean(found.at, found.names)
  walk.say(ofParams ? 'PARAMETER_UNKNOWN' : 'VARIABLE_UNKNOWN', placeOf(path), message, hint)
  return null
}

/** Helpers that give a list or a number. */
const gives: Readonly<Record<string, VariableSchema>> = {
  split: { type: 'array', items: { type: 'string' } },
  range: { type: 'array', items: { type: 'number' } },
  concat: { type: 'string' },
  join: { type: 'string' },
  lower: { type: 'string' },
  upper: { type: 'string' },
  length: { type: 'number' },
  add: { type: 'number' },
}

function callShape(call: Call, scope: Scope, walk: Walk): Shape {
  const name = String((call.path as Path).original)
  checkCall(call, 'value', walk.say)
  if (name === 'set')
    walk.say(
      'HELPER_KIND',
      placeOf(call),
      '`set` gives no value',
      'Write `{{set "name" value}}` in a line before.',
    )
  const shapes = call.params.map(param => valueOf(param, scope, walk))
  if (name === 'lookup') return shapes.length === 2 ? itemOf(shapes[0] ?? null) : null
  if (name === 'first' || name === 'last') return itemOf(shapes[0] ?? null)
  return gives[name] ?? null
}

/** Checks an expression, and tells what is known of its value; null: it may be anything. */
export function valueOf(node: hbs.AST.Expression, scope: Scope, walk: Walk): Shape {
  if (node.type === 'SubExpression') return callShape(node as Call, scope, walk)
  return node.type === 'PathExpression' ? pathShape(node as Path, scope, walk) : null
}
