import { isAlways } from '../expressions/schema.ts'
import { written } from '../render/rewrite/expression.ts'
import { checkCall, isCall, placeOf } from './calls.ts'
import { checkBranches, pathsIn, type Branch } from './conditions.ts'
import { expressionReads } from './parameters.ts'
import { fieldsShape, itemOf, valueOf } from './expressions.ts'
import type { Scope, Shape } from './known.ts'
import { nameSet } from './sets.ts'
import type { Walk } from './state.ts'

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
