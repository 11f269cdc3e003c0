import type { Finding } from '../contract/finding.ts'
import { didYouMean } from '../base/nearest.ts'
import { placeOf } from './calls.ts'
import type { Say } from './say.ts'
import type { Template } from './state.ts'

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

export function includesOf(
  node: hbs.AST.Node,
  name: string,
  blocks: ReadonlyMap<string, unknown>,
  say: Say,
): void {
  say('BLOCK_UNKNOWN', placeOf(node), `there is no block \`${name}\``, didYouMean(name, blocks.keys()))
}

/** The names of blocks that include themselves, at whatever distance; each is told once. */
export function cyclesOf(
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
