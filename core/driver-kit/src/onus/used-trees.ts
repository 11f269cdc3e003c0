import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Olt, OnuTree } from './tree.ts'
import { earlierOf, oidsOf, relisted, unlisted } from './unlisted.ts'

const keepMs = 60_000
/** How long it is believed that a technology without ONUs has no rows in its other tables either. */
const emptyMs = 600_000

/**
 * Tells whether the agent has a row in the tree, with one request: a row in every column of its list. A tree
 * counts as used if the end of its columns was not seen.
 */
async function used(session: Session, { list, finder }: OnuTree): Promise<boolean> {
  if (finder) return true
  const oids = oidsOf(list)
  const { columns, missing } = await session.snmp.columns(oids, { maxRows: 1 })
  return columns.every((rows, at) => rows.size > 0 || missing.some(({ what }) => what === oids[at]))
}

async function treeOf(session: Session, generations: readonly OnuTree[]): Promise<OnuTree | null> {
  for (const [at, tree] of generations.entries()) {
    if (!(await used(session, tree))) continue
    for (const earlier of earlierOf(generations, at)) {
      const whole = await relisted(session, earlier)
      if (whole) return whole
    }
    return tree
  }
  return null
}

async function findUsed(session: Session, { trees }: Olt): Promise<readonly OnuTree[]> {
  const found: OnuTree[] = []
  const without: (readonly OnuTree[])[] = []
  for (const generations of trees) {
    const tree = await treeOf(session, generations)
    if (tree) found.push(tree)
    else without.push(generations)
  }
  const others: OnuTree[] = []
  for (const generations of without) {
    const tree = await session.memo(
      `onu_trees without ${generations.flatMap(({ list }) => oidsOf(list)).join(' ')}`,
      () => unlisted(session, generations, found),
      emptyMs,
    )
    if (tree) others.push(tree)
  }
  return [...found, ...others]
}

/**
 * The trees that the firmware of this device fills, at most one for each technology. If the agent stops
 * answering during these requests, the result is a partial answer (fault 1).
 */
export async function usedTrees(session: Session, olt: Olt): Promise<readonly OnuTree[]> {
  try {
    return await session.memo('onu_trees', () => findUsed(session, olt), keepMs)
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'DeviceTimeout' || !session.answered) throw error
    for (const { list } of olt.trees.flat())
      session.report({ what: Object.values(list.columns)[0]!.oid, reason: 'silent', rows: 0 })
    return []
  }
}
