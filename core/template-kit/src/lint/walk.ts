import type { Finding } from '../contract/finding.ts'
import type { Parameter } from '../contract/parameter.ts'
import type { VariableSchema } from '../expressions/schema.ts'
import { placeOf } from './calls.ts'
import type { Scope, Shape, Written } from './known.ts'
import type { Read, Template, Walk } from './state.ts'
import type { Say } from './say.ts'
import { setsOf } from './sets.ts'
import { walkProgram } from './statements.ts'
import { didYouMean } from '../base/nearest.ts'

interface Include {
  name: string
  node: hbs.AST.Node
}

/** All `{{> name}}` of a text. */
function includesIn(program: hbs.AST.Program): Include[] {
  return program.body.flatMap(node => {
    if (node.type === 'PartialStatement') {
      const { name } = node as hbs.AST.PartialStatement
      return [{ name: String((name as hbs.AST.PathExpression).original), node }]
    }
    const { program: inner, inverse } = node as Partial<hbs.AST.BlockStatement>
    return [inner, inverse].flatMap(each => (each ? includesIn(each) : []))
  })
}

function includesOf(node: hbs.AST.Node, name: string, blocks: ReadonlyMap<string, unknown>, say: Say): void {
  say('BLOCK_UNKNOWN', placeOf(node), `there is no block \`${name}\``, didYouMean(name, blocks.keys()))
}

/** The names of blocks that include themselves, at whatever distance; each is told once. */
function cyclesOf(
  blocks: ReadonlyMap<string, Template>,
  sayAt: (where: Finding['where']) => Say,
): ReadonlySet<string> {
  const looped = new Set<string>()
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    const block = blocks.get(name)
    if (!block?.program || done.has(name)) return
    for (const { name: inner, node } of includesIn(block.program)) {
      const from = [...path, name].indexOf(inner)
      if (from < 0) {
        visit(inner, [...path, name])
        continue
      }
      const around = [...path, name].slice(from)
      if (around.every(each => looped.has(each))) continue
      for (const each of around) looped.add(each)
      const chain = [...around, inner].join(' → ')
      const hint = 'A block cannot include itself. For repetition write `{{#each}}`.'
      sayAt(block.where)('BLOCK_CYCLE', placeOf(node), `blocks include each other: ${chain}`, hint)
    }
    done.add(name)
  }
  for (const name of blocks.keys()) visit(name, [])
  return looped
}

/** Texts that are walked. A block is walked wherever it is included. */
const maxVisits = 1000

interface Asked {
  /** A text is wrong, so that what it reads is not known. */
  broken: boolean
  templates: readonly Template[]
  root: VariableSchema
  parameters: readonly Parameter[]
  sayAt(where: Finding['where']): Say
}

/** Walks all texts in the order in which they run, and tells what is wrong in them. */
export function createWalk({ templates, root, parameters, sayAt, broken }: Asked): Read {
  const read: Read = { params: new Set(), allParams: false, sets: new Set() }
  const blocks = new Map(
    templates.flatMap(each => (each.block === null ? [] : [[each.block, each] as const])),
  )
  const looped = cyclesOf(blocks, sayAt)
  let visits = 0
  const visited = new Set<string>()
  const byKey = new Map(parameters.map(each => [each.key, each]))

  function visit(
    template: Template,
    scope: Scope,
    written: Written,
    later: ReadonlySet<string>,
    path: string[],
  ) {
    // Blocks that include blocks many times over end here; each was seen by then.
    if (!template.program || ++visits > maxVisits) return
    if (template.block !== null) visited.add(template.block)
    const walk: Walk = { say: sayAt(template.where), written, later, parameters: byKey, read, include }
    walkProgram(template.program, scope, walk)

    function include(name: string, node: hbs.AST.Node, inner: Scope): void {
      const block = blocks.get(name)
      if (block && !path.includes(name) && !looped.has(name) && path.length < 30)
        visit(block, { ...inner, names: new Map() }, written, later, [...path, name])
      else if (!block) includesOf(node, name, blocks, walk.say)
    }
  }
  const scope: Scope = { root, contexts: [], names: new Map<string, Shape>(), conditions: [] }
  const sets = templates.flatMap(({ where, program }) => (program ? setsOf(program, where) : []))
  for (const part of templates) {
    if (part.block !== null) continue
    // Texts are rendered each by itself: what another one sets is not known.
    const own = sets.filter(({ where }) => where === part.where || where.startsWith('block:'))
    visit(part, scope, new Map(), new Set(own.map(({ name }) => name)), [])
  }
  const anywhere: Written = new Map(sets.map(({ name }) => [name, null]))
  for (const [name, block] of blocks)
    if (!visited.has(name))
      visit(block, { ...scope, contexts: [null] }, anywhere, new Set(anywhere.keys()), [name])
  for (const { name, where, node } of sets)
    if (!broken && !read.sets.has(name))
      sayAt(where)(
        'SET_UNUSED',
        placeOf(node),
        `\`${name}\` is set and never read`,
        `Read it as \`{{${name}}}\`, or delete the line.`,
        'warning',
      )
  return read
}
