import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Olt, OnuTree, OnuTable } from './tree.ts'
import { layoutsOf, placeAt } from './layouts.ts'

/** Some tables of ONUs also have rows of ports, which come first. */
const looks = 8
/** Rows of these tables are there for ports too. */
const standard = '1.3.6.1.2.1.'

/** The columns of a table. */
const oidsOf = ({ columns }: OnuTable): string[] => Object.values(columns).map(({ oid }) => oid)
const entryOf = (oid: string): string => oid.slice(0, oid.lastIndexOf('.'))

/** All tables of a tree beside its list. */
const tablesOf = (tree: OnuTree): OnuTable[] =>
  [
    tree.serials,
    tree.macs,
    tree.names,
    tree.state,
    ...(tree.state?.also ?? []),
    tree.times,
    ...(tree.atOlt ?? []),
    tree.atOnu,
    ...(tree.vendors ?? []),
  ].filter(table => table !== undefined) as OnuTable[]

/**
 * Columns that have a row of an ONU: the first rows of each are looked at. `placeless`: an index that only
 * another column of the agent explains counts too.
 */
async function withOnus(
  session: Session,
  tables: readonly OnuTable[],
  { placeless = false } = {},
): Promise<Set<string>> {
  const oids = [...new Set(tables.flatMap(oidsOf))]
  if (oids.length === 0) return new Set()
  const { columns } = await session.snmp.columns(oids, { maxRows: looks })
  const found = new Set<string>()
  for (const table of tables) {
    const filled = oidsOf(table).filter(oid => columns[oids.indexOf(oid)]!.size > 0)
    if (filled.length === 0) continue
    const any = placeless && typeof table.index === 'function'
    const layouts = any ? [] : await layoutsOf(session, table)
    for (const oid of filled)
      if (any || [...columns[oids.indexOf(oid)]!.keys()].some(index => placeAt(layouts, index)))
        found.add(oid)
  }
  return found
}

/** The other columns of the conceptual table whose column lists the ONUs: they have the same rows. */
function besideList({ list }: OnuTree, tables: readonly OnuTable[]): OnuTable[] {
  const entries = new Set(oidsOf(list).map(entryOf))
  return tables
    .filter(({ index }) => index === list.index)
    .map(table => ({
      ...table,
      columns: Object.fromEntries(
        Object.entries(table.columns).filter(([, { oid }]) => entries.has(entryOf(oid))),
      ),
    }))
}

/**
 * The tree, listed by the other columns of its own table, if the agent does not answer the one that lists its
 * ONUs. Null: they have no rows either.
 */
async function relisted(session: Session, tree: OnuTree): Promise<OnuTree | null> {
  if (tree.finder) return null
  const beside = besideList(tree, tablesOf(tree))
  const found = await withOnus(session, beside)
  const columns = beside
    .flatMap(table => Object.values(table.columns))
    .filter(({ oid }, at, all) => found.has(oid) && all.findIndex(one => one.oid === oid) === at)
    .map(column => [column.oid, column] as const)
  return columns.length === 0
    ? null
    : { ...tree, list: { columns: Object.fromEntries(columns), index: tree.list.index } }
}

/** A tree whose list is a table of an earlier tree knows only a part of the ONUs of that one. */
const earlierOf = (generations: readonly OnuTree[], at: number): OnuTree[] => {
  const own = new Set(oidsOf(generations[at]!.list))
  return generations
    .slice(0, at)
    .filter(tree => tablesOf(tree).some(table => oidsOf(table).some(oid => own.has(oid))))
}

/** Reports ONUs that only other tables of the technology tell: their list was not answered. */
async function reportHidden(
  session: Session,
  generations: readonly OnuTree[],
  found: readonly OnuTree[],
): Promise<void> {
  // Both technologies of some agents share a table.
  const taken = new Set(found.flatMap(tree => [tree.list, ...tablesOf(tree)].flatMap(oidsOf)).map(entryOf))
  for (const tree of generations) {
    const tables = tablesOf(tree).filter(table =>
      oidsOf(table).every(oid => !taken.has(entryOf(oid)) && !oid.startsWith(standard)),
    )
    if ((await withOnus(session, tables, { placeless: true })).size === 0) continue
    for (const what of oidsOf(tree.list)) session.report({ what, reason: 'silent', rows: 0 })
    return
  }
}

/** The tree of a technology whose lists are all empty, if its ONUs are known by another column. */
async function unlisted(
  session: Session,
  generations: readonly OnuTree[],
  found: readonly OnuTree[],
): Promise<OnuTree | null> {
  for (const tree of generations) {
    const whole = await relisted(session, tree)
    if (whole) return whole
  }
  await reportHidden(session, generations, found)
  return null
}

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
