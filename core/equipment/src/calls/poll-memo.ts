import type { ColumnCells, ColumnOptions, ColumnsAnswer, Missing, SnmpSession } from '@linecard/driver-kit'
import { mutex } from '@linecard/plugin-kit/concurrency'
import type { ColumnPlan } from '../connections/habits.ts'
import { copyOf } from '../snmp/cells.ts'
import type { TimedColumns } from '../snmp/columns.ts'

/**
 * What an interface is (ifIndex, ifDescr, ifType, ifPhysAddress, ifName, ifAlias; RFC 2863): they say whose
 * figures the others are, which are no older by them.
 */
const identities: ReadonlySet<string> = new Set([
  ...[1, 2, 3, 6].map(column => `1.3.6.1.2.1.2.2.1.${column}`),
  ...[1, 18].map(column => `1.3.6.1.2.1.31.1.1.1.${column}`),
])

/** When the columns of each module of a poll were read, as `performance.now()`. */
function createAges() {
  const [figures, names] = [new Map<string, number>(), new Map<string, number>()]
  return {
    note(module: string, oid: string, at: number) {
      const earliest = identities.has(oid) ? names : figures
      earliest.set(module, Math.min(at, earliest.get(module) ?? Infinity))
    },
    /**
     * The earliest of a module; Infinity: it has none. What says whose figures they are counts where there is
     * nothing else.
     */
    of: (module: string): number => figures.get(module) ?? names.get(module) ?? Infinity,
  }
}

/** Longer columns are neither kept nor read ahead: those of all devices of a round are in memory together. */
const mostRows = 1000

interface Kept {
  rows: ColumnCells
  missing: Missing | undefined
  /** When its reading began, as `performance.now()`. */
  at: number
}

/**
 * The columns of one poll. A column is walked once and given to every module that needs it; what the modules
 * of the poll needed the last time is walked together with the first of it. So all is of one reading.
 */
export interface PollMemo {
  /** The session of one module. */
  snmp(direct: SnmpSession, module: string): SnmpSession
  /** Some column came from what another module has read. */
  readonly used: boolean
  /** When the earliest column of a module was read, whoever read it: as `createAges` tells it. */
  readAt(module: string): number
  /** The module has ended well: the next poll reads its columns together with those of the others. */
  keep(module: string): void
}

/** Lists of columns are the same for thousands of devices. */
const lists = new Map<string, readonly string[]>()
const mostLists = 10_000
function shared(oids: readonly string[]): readonly string[] {
  const name = oids.join(' ')
  const known = lists.get(name)
  if (known) return known
  if (lists.size >= mostLists) lists.clear()
  lists.set(name, oids)
  return oids
}

/** After these another walk may give more. */
const notKept: ReadonlySet<Missing['reason']> = new Set(['time_limit', 'byte_limit', 'row_limit'])

/** Columns of one table one after the other: they end in the same row. */
const byTable = (oids: Iterable<string>): string[] => {
  const tables = new Map<string, string[]>()
  for (const oid of oids) {
    const table = oid.slice(0, oid.lastIndexOf('.'))
    tables.set(table, [...(tables.get(table) ?? []), oid])
  }
  return [...tables.values()].flat()
}

/** `modules`: those of the poll. */
export function createPollMemo(plan: ColumnPlan, modules: readonly string[]): PollMemo {
  const kept = new Map<string, Kept>()
  const needed = new Map<string, string[]>()
  /** How often each column will still be asked for; null: some module has never been polled. */
  const expected = modules.every(name => plan.has(name)) ? new Map<string, number>() : null
  if (expected)
    for (const name of modules)
      for (const oid of plan.get(name)!) expected.set(oid, (expected.get(oid) ?? 0) + 1)
  let used = false
  const ages = createAges()
  // Two walks at once would read the same columns ahead.
  const inTurn = mutex()

  /** The rows for one module, which empties them: a copy, unless it is the last that needs them. */
  function given(oid: string, rows: ColumnCells, mine: string[]): ColumnCells {
    if (!kept.has(oid)) return rows
    mine.push(oid)
    const more = (expected?.get(oid) ?? 2) - 1
    if (!expected || more > 0) {
      expected?.set(oid, more)
      return copyOf(rows)
    }
    kept.delete(oid)
    expected.set(oid, 0)
    return rows
  }
  async function columns(
    direct: SnmpSession,
    module: string,
    oids: readonly string[],
    options: ColumnOptions,
  ): Promise<ColumnsAnswer> {
    if (options.under !== undefined || options.context || options.maxRows !== undefined || options.also)
      return direct.columns(oids, options)
    const mine = needed.get(module) ?? []
    needed.set(module, mine)
    const fresh = new Map<string, Kept>()
    const read = async () => {
      const absent = oids.filter(oid => !kept.has(oid))
      if (absent.length < oids.length) used = true
      if (absent.length === 0) return
      const ahead = modules
        .flatMap(name => plan.get(name) ?? [])
        .filter(oid => !kept.has(oid) && expected?.get(oid) !== 0)
      const asked = byTable(new Set([...absent, ...ahead]))
      const start = performance.now()
      const answer: TimedColumns = await direct.columns(asked, options)
      for (const [position, oid] of asked.entries()) {
        const rows = answer.columns[position]!
        const missing = answer.missing.find(({ what }) => what === oid)
        const cells: Kept = { rows, missing, at: answer.began?.[position] ?? start }
        fresh.set(oid, cells)
        if (rows.size <= mostRows && !(missing && notKept.has(missing.reason))) kept.set(oid, cells)
      }
    }
    await inTurn(read)
    const found = oids.map(oid => fresh.get(oid) ?? kept.get(oid)!)
    for (const [position, { at }] of found.entries()) ages.note(module, oids[position]!, at)
    return {
      columns: oids.map((oid, at) => given(oid, found[at]!.rows, mine)),
      missing: found.flatMap(({ missing }) => missing ?? []),
    }
  }
  return {
    snmp: (direct, module) => ({
      ...direct,
      columns: (oids, options = {}) => columns(direct, module, oids, options),
    }),
    get used() {
      return used
    },
    readAt: ages.of,
    keep(module) {
      const columnsOf = needed.get(module)
      if (columnsOf) plan.set(module, shared(columnsOf))
    },
  }
}
