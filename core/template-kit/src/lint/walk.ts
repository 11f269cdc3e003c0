import type { Finding } from '../contract/finding.ts'
import type { Parameter } from '../contract/parameter.ts'
import type { VariableSchema } from '../expressions/schema.ts'
import { placeOf } from './calls.ts'
import { cyclesOf, includesOf } from './includes.ts'
import type { Scope, Shape, Written } from './known.ts'
import type { Read, Template, Walk } from './state.ts'
import type { Say } from './say.ts'
import { setsOf } from './sets.ts'
import { walkProgram } from './statements.ts'

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
