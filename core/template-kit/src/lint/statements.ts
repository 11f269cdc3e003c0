import { isAlways, fieldOf, type VariableSchema } from '../expressions/schema.ts'
import { written } from '../render/rewrite/expression.ts'
import { checkCall, isCall, placeOf } from './calls.ts'
import { checkBranches, pathsIn, type Branch } from './conditions.ts'
import { expressionReads } from './parameters.ts'
import { type Scope, type Shape, resolvePath } from './known.ts'
import { nameSet } from './sets.ts'
import type { Walk } from './state.ts'
import { didYouMean } from '../base/nearest.ts'

type Path = hbs.AST.PathExpression
type Call = hbs.AST.SubExpression

/** What the items of a list or an object are. */
function itemOf(shape: Shape): Shape {
  const found = shape && fieldOf(shape, null)
  return found && 'schema' in found ? found.schema : null
}

/** Names of the fields of an object. */
function fieldsShape(shape: VariableSchema): string[] {
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
function valueOf(node: hbs.AST.Expression, scope: Scope, walk: Walk): Shape {
  if (node.type === 'SubExpression') return callShape(node as Call, scope, walk)
  return node.type === 'PathExpression' ? pathShape(node as Path, scope, walk) : null
}

type Block = hbs.AST.BlockStatement

const isChain = (program: hbs.AST.Program) => 'chained' in program && program.chained === true

/** The branches of `if … else if …`, and what comes if none holds. */
function chainOf(node: Block): { blocks: Block[]; rest: hbs.AST.Program | undefined } {
  const blocks = [node]
  let rest = node.inverse as hbs.AST.Program | undefined
  while (rest && isChain(rest)) {
    const next = rest.body[0] as Block
    const name = (next.path as hbs.AST.PathExpression).original
    if (name !== 'if' && name !== 'unless') break
    blocks.push(next)
    rest = next.inverse as hbs.AST.Program | undefined
  }
  return { blocks, rest }
}

function walkIf(node: Block, scope: Scope, walk: Walk): void {
  const { blocks, rest } = chainOf(node)
  const branches: Branch[] = []
  for (const block of blocks) {
    checkCall(block, 'block', walk.say)
    const [condition] = block.params
    if (!condition) continue
    valueOf(condition, scope, walk)
    const negated = (block.path as hbs.AST.PathExpression).original === 'unless'
    branches.push({ condition, negated, place: placeOf(condition) })
  }
  checkBranches(branches, rest !== undefined, walk.parameters, walk.say)
  const conditions = [...scope.conditions, ...branches.flatMap(({ condition }) => pathsIn(condition))]
  for (const { program } of blocks) walkProgram(program, { ...scope, conditions }, walk)
  walkProgram(rest, { ...scope, conditions }, walk)
}

function walkLoop(node: Block, scope: Scope, walk: Walk): void {
  const name = (node.path as hbs.AST.PathExpression).original
  const [value] = node.params
  const shape = value ? valueOf(value, scope, walk) : null
  if (name === 'each' && value && shape && isAlways(shape, 'string', 'number', 'integer', 'boolean'))
    walk.say(
      'EACH_LIST',
      placeOf(value),
      `\`${written(value)}\` is no list`,
      'Name a list; a text is made one with `(split text ",")`.',
    )
  const item: Shape = name === 'each' ? itemOf(shape) : shape
  const [first, second] = node.program?.blockParams ?? []
  const names = new Map(scope.names)
  if (first !== undefined) names.set(first, item)
  if (second !== undefined) names.set(second, null)
  const conditions = value ? [...scope.conditions, ...pathsIn(value)] : scope.conditions
  walkProgram(node.program, { ...scope, conditions, names, contexts: [...scope.contexts, item] }, walk)
  walkProgram(node.inverse, scope, walk)
}

function walkBlock(node: Block, scope: Scope, walk: Walk): void {
  const name = String((node.path as hbs.AST.PathExpression).original)
  if (name === 'if' || name === 'unless') return walkIf(node, scope, walk)
  checkCall(node, 'block', walk.say)
  if (name === 'each' || name === 'with') return walkLoop(node, scope, walk)
  for (const param of node.params) valueOf(param, scope, walk)
  walkProgram(node.program, scope, walk)
  walkProgram(node.inverse, scope, walk)
}

/** `{{set port 1}}`, `{{set "po rt" 1}}`. True: it is wrong. */
function checkSet(node: hbs.AST.MustacheStatement, name: string | null, scope: Scope, walk: Walk): boolean {
  const [first] = node.params
  if (written(node.path) !== 'set' || !first) return false
  const taken = name !== null && scope.names.has(name)
  if (name !== null && /^[A-Za-z_]\w{0,63}$/.test(name) && !taken) return false
  const shown = name ?? written(first)
  const message = taken
    ? `\`${shown}\` is the name of an item of the block around`
    : `\`${shown}\` is no name of a variable`
  const hint = taken ? 'Choose another name.' : 'A text of letters, digits and _: `{{set "port" value}}`.'
  walk.say('SET_NAME', placeOf(first), message, hint)
  return true
}

function walkOutput(node: hbs.AST.MustacheStatement, scope: Scope, walk: Walk): void {
  const name = nameSet(node)
  if (checkSet(node, name, scope, walk)) return
  if (name !== null) {
    checkCall(node, 'value', walk.say)
    const [, value] = node.params
    const shape = value ? valueOf(value, scope, walk) : null
    // A name that is set twice may be either.
    walk.written.set(name, walk.written.has(name) ? null : shape)
    return
  }
  const call = isCall(node, scope.names)
  const shape = call
    ? valueOf({ ...node, type: 'SubExpression' } as hbs.AST.Expression, scope, walk)
    : valueOf(node.path, scope, walk)
  if (!call && node.path.type === 'PathExpression')
    checkEmpty(node.path as hbs.AST.PathExpression, scope, walk)
  if (!shape || !isAlways(shape, 'object', 'array')) return
  const list = isAlways(shape, 'array')
  const names = fieldsShape(shape).slice(0, 10).join(', ')
  const path = written(node.path)
  walk.say(
    'VALUE_KIND',
    placeOf(node.path),
    `\`${path}\` is ${list ? 'a list' : 'an object'}, which is no text`,
    list
      ? `Write \`{{join ${path} ","}}\` or \`{{#each ${path}}}\`.`
      : `Name a field of it: ${names || 'see its documentation'}.`,
  )
}

function walkInclude(node: hbs.AST.PartialStatement, scope: Scope, walk: Walk): void {
  const name = String((node.name as hbs.AST.PathExpression).original)
  const [context] = node.params
  const shape = context ? valueOf(context, scope, walk) : undefined
  const pairs = node.hash?.pairs ?? []
  const given = pairs.map(pair => [pair.key, valueOf(pair.value, scope, walk) ?? {}] as const)
  const around = shape === undefined ? (scope.contexts.at(-1) ?? null) : shape
  const values = { type: 'object', properties: Object.fromEntries(given), additionalProperties: false }
  // What is given comes before what is around.
  const contexts: Shape[] =
    given.length > 0
      ? [{ anyOf: [values, ...(around ? [around] : [])] }]
      : shape === undefined
        ? [...scope.contexts]
        : [shape]
  walk.include(name, node, { ...scope, contexts })
}

/** A field that may be empty or hidden, printed without asking. */
function checkEmpty(path: hbs.AST.PathExpression, { conditions }: Scope, walk: Walk): void {
  const { parts, data } = path
  const parameter = !data && parts[0] === 'params' && parts[1] ? walk.parameters.get(parts[1]) : undefined
  if (!parameter || (parameter.required && !parameter.visible_if?.trim())) return
  const key = `params.${parameter.key}`
  const asked = [key, ...expressionReads(parameter.visible_if)]
  if (conditions.some(each => asked.some(one => each === one || each.startsWith(`${one}.`)))) return
  walk.say(
    'VALUE_MAYBE_EMPTY',
    placeOf(path),
    `\`${key}\` may be ${parameter.required ? 'hidden' : 'empty'}; the template stops here then`,
    `Write \`{{#if ${key}}}\` … \`{{/if}}\`, \`{{default ${key} "…"}}\`, or make the field required.`,
    'warning',
  )
}

/** Walks a list of statements in the order in which they run. */
export function walkProgram(program: hbs.AST.Program | undefined | null, scope: Scope, walk: Walk): void {
  for (const node of program?.body ?? []) {
    if (node.type === 'BlockStatement') walkBlock(node as Block, scope, walk)
    else if (node.type === 'MustacheStatement') walkOutput(node as hbs.AST.MustacheStatement, scope, walk)
    else if (node.type === 'PartialStatement') walkInclude(node as hbs.AST.PartialStatement, scope, walk)
    else if (node.type === 'DecoratorBlock')
      walkProgram((node as hbs.AST.DecoratorBlock).program, scope, walk)
  }
}
