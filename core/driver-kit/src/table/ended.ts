import type { Missing } from '../contract/errors.ts'
import type { ColumnsAnswer, SnmpSession } from '../contract/snmp.ts'
import { compareOids } from '../oid.ts'
import { rest, slice, sortInSlices } from '../slices.ts'

/** Rows with their kinds; null: nothing tells it. */
type Kinds = ReadonlyMap<string, unknown>

/**
 * A step in the numbers of rows that is so many times the usual one leads to another block of numbers: of
 * another slot, of VLANs, of the management port. What begins there may lack a column.
 */
const blockStep = 32

/** All indexes of columns, in the order of OIDs. */
async function allIndexes(columns: Iterable<Iterable<string>>): Promise<string[]> {
  const all = new Set<string>()
  const own = slice()
  for (const indexes of columns)
    for (const index of indexes) {
      all.add(index)
      if (own.over()) await rest()
    }
  return sortInSlices([...all], compareOids)
}

/** Whether the second of two rows begins another block of numbers. */
function startsBlock(before: string, after: string, rows: readonly string[]): boolean {
  const steps = rows.slice(1).map((index, at) => Number(index) - Number(rows[at]))
  const usual = steps.toSorted((a, b) => a - b)[(steps.length - 1) >> 1]!
  return Number(after) - Number(before) >= usual * blockStep
}

/** How far a column goes: the number of its cells, and the last index in the order of OIDs. */
interface Extent {
  size: number
  last: string
}

/** One row alone at the end can be a special one: the management port, a row that was just created. */
const fewestBehind = 2

/** Whether all rows up to the last one have the column, and others of their kind come behind. */
const isEnded = ({ size, last }: Extent, rows: readonly string[]): boolean =>
  rows.length >= size + fewestBehind && rows[size - 1] === last

const ended = (what: string, { size }: Extent): Missing => ({ what, reason: 'ended_early', rows: size })

/** What whole columns of a conceptual table have shown in a call. */
interface Shown {
  extents: Map<string, Extent>
  rows: readonly string[]
}
const shownIn = new WeakMap<SnmpSession, Map<string, Shown>>()
const entryOf = (oid: string): string => oid.slice(0, oid.lastIndexOf('.'))

/**
 * Tables with rows of several kinds: ifTable and ifXTable (IF-MIB), which have the same rows, and
 * entPhysicalTable (ENTITY-MIB). A read that has no column with the kinds does not tell which rows are alike.
 */
const mixed: Readonly<Record<string, string>> = {
  '1.3.6.1.2.1.2.2.1': 'interfaces',
  '1.3.6.1.2.1.31.1.1.1': 'interfaces',
  '1.3.6.1.2.1.47.1.1.1.1': 'entities',
}
/** Rows of these tables, as a read with the kinds has shown them in the call. */
const kindsIn = new WeakMap<SnmpSession, Map<string, Kinds>>()

/** The rows that a read of columns of such a table should have, with their kinds. */
function knownRows(snmp: SnmpSession, { oids, answer, kindAt, beside, part }: Read): Kinds | undefined {
  const tables = new Set(oids.map(oid => mixed[entryOf(oid)]))
  const [table, ...others] = tables
  if (table === undefined || others.length > 0) return beside
  const kept = kindsIn.get(snmp) ?? new Map<string, Kinds>()
  kindsIn.set(snmp, kept)
  const cells = answer.columns[kindAt]
  if (cells && !part) kept.set(table, new Map(Array.from(cells, ([index, { value }]) => [index, value])))
  const shown = kept.get(table)
  return shown && beside ? new Map([...beside, ...shown]) : (shown ?? beside)
}

/** The columns that were read, and what tells which rows they should have. */
export interface Read {
  oids: readonly string[]
  answer: Pick<ColumnsAnswer, 'columns' | 'missing'>
  /** Where the column with the kinds is among them; -1: nowhere. */
  kindAt: number
  /** Rows that another table shows. */
  beside?: Kinds | undefined
  /** Rows of which the columns tell something. By default all. */
  counts?: ((index: string) => boolean) | undefined
  /** Not all rows of the columns were asked for. */
  part: boolean
}

/**
 * Columns that end before the others of their table, although the agent says that all is there: every row of
 * the kinds that have the column has it up to its last one, and none behind. A column that lacks rows in
 * between, or at the end those of other kinds or of another block of numbers, is as long as it should be. A
 * call may read the columns of a table one after another: they are compared too.
 */
export async function endedColumns(snmp: SnmpSession, read: Read): Promise<Missing[]> {
  const tables = shownIn.get(snmp) ?? new Map<string, Shown>()
  shownIn.set(snmp, tables)
  const filled = read.oids.flatMap((oid, at) => {
    const cells = read.answer.columns[at]!
    return cells.size > 0 ? [{ oid, cells }] : []
  })
  const kinds = knownRows(snmp, read)
  // Most tables have all their cells: columns of the same length have the same rows.
  const lengths = new Map(filled.map(({ cells }) => [cells.size, cells]))
  const all = await allIndexes([...Array.from(lengths.values(), cells => cells.keys()), kinds?.keys() ?? []])
  const rows = read.counts ? all.filter(read.counts) : all
  const found: Missing[] = []
  const extents = new Map<string, Extent>()
  for (const { oid, cells } of filled) {
    if (read.answer.missing.some(({ what }) => what === oid)) continue
    await rest(true)
    const mine = cells.size === rows.length ? rows : rows.filter(index => cells.has(index))
    if (mine.length === 0) continue
    const extent = { size: mine.length, last: mine.at(-1)! }
    extents.set(oid, extent)
    // Which rows have the kinds themselves cannot depend on them.
    const kindOf = (index: string) => (oid === read.oids[read.kindAt] ? null : (kinds?.get(index) ?? null))
    const alike = new Set(mine.map(kindOf))
    const own = kinds ? rows.filter(index => alike.has(kindOf(index))) : rows
    if (isEnded(extent, own) && !(kinds && startsBlock(extent.last, own[extent.size]!, own)))
      found.push(ended(oid, extent))
  }
  for (const [entry, oids] of Map.groupBy(extents.keys(), entryOf)) {
    if (read.part || mixed[entry]) continue
    const mine = filled.filter(({ oid }) => oids.includes(oid))
    const own =
      mine.length === filled.length ? rows : rows.filter(at => mine.some(({ cells }) => cells.has(at)))
    // A column that is read again begins the table anew: it may have changed meanwhile.
    const known = tables.get(entry)
    const before = oids.some(oid => known?.extents.has(oid)) ? undefined : known
    const shown: Shown = before ?? { extents: new Map(), rows: own }
    tables.set(entry, shown)
    if (before) shown.rows = await allIndexes([before.rows, own])
    for (const oid of oids) shown.extents.set(oid, extents.get(oid)!)
    for (const [oid, extent] of shown.extents)
      if (isEnded(extent, shown.rows)) {
        shown.extents.delete(oid)
        if (!found.some(({ what }) => what === oid)) found.push(ended(oid, extent))
      }
  }
  return found
}
