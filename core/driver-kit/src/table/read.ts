import { DeviceError, type Missing } from '../contract/errors.ts'
import { compareOids } from '../oid.ts'
import type { Session } from '../contract/session.ts'
import { rest, slice, sortInSlices } from '../slices.ts'
import type { ColumnOptions, Varbind } from '../contract/snmp.ts'
import { endedColumns } from './ended.ts'
import { isOpen, isForeign } from '../texts/device-texts.ts'
import { type Column, type ValueOf, unknownValue, wrongType } from './column.ts'

/** Bad cells of one column that are reported one by one. The others are counted in one report. */
const namedCells = 5

/**
 * Turns cells into values and reports bad cells: the first ones with their index, the others as a number when
 * `close` is called.
 */
function cellDecoder(session: Pick<Session, 'report'>) {
  const bad = new Map<string, { reason: Missing['reason']; cells: number }>()
  /** Texts decide over the charset of the device before the first of them is read. */
  function look(column: Column<unknown>, cells: Iterable<Varbind>): void {
    for (const cell of cells) {
      if (!isOpen()) return
      if (Buffer.isBuffer(cell.value) && isForeign(cell.value)) column.decode(cell)
    }
  }
  return {
    look,
    value(column: Column<unknown>, cell: Varbind, index: string): unknown {
      const value = column.decode(cell)
      if (value !== wrongType && value !== unknownValue) return value
      const seen = bad.get(column.oid) ?? {
        reason: value === wrongType ? 'wrong_type' : 'unknown_value',
        cells: 0,
      }
      bad.set(column.oid, seen)
      if (++seen.cells <= namedCells)
        session.report({ what: column.oid, reason: seen.reason, ...(index && { index }) })
      return null
    },
    close(): void {
      for (const [what, { reason, cells }] of bad)
        if (cells > namedCells) session.report({ what, reason, cells: cells - namedCells })
    },
  }
}

/** Columns of a table, or scalars, by the names of their cells. */
export type Columns = Readonly<Record<string, Column<unknown>>>
/** A row of a table. A cell that the device did not send, or that means "no value", is null. */
export type RowOf<C extends Columns> = { [K in keyof C]: ValueOf<C[K]> | null }
/** The parts of a session that reading needs. */
export type ReadingSession = Pick<Session, 'snmp' | 'answered' | 'report'> & Partial<Pick<Session, 'signal'>>

/** Declares a table: the name of each cell and its column. */
export const table = <const C extends Columns>(columns: C): C => columns

/** Which rows and columns of a table are read. By default all. */
export interface ReadOptions<C extends Columns> extends ColumnOptions {
  /** Only these columns are read; the others are null. */
  only?: readonly (keyof C & string)[]
  /** Rows that another table shows, with their kinds: whether a column ends before them is told. */
  beside?: ReadonlyMap<string, unknown>
  /** Rows that the columns are about, where their table also has others: other columns lack these. */
  counts?: (index: string) => boolean
}

/**
 * A device that does not answer is an error only if it has answered nothing in this call; later the answer is
 * partial (fault 1). If the transport says what is missing, that is reported, else all OIDs. So are objects
 * that it refuses: the others of the call may still be read.
 */
export async function partialIfSilent<T>(
  session: ReadingSession,
  oids: readonly string[],
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'CommandRejected') {
      for (const one of error.missing) session.report(one)
      if (error.missing.length > 0) return null
    }
    if (!(error instanceof DeviceError) || error.kind !== 'DeviceTimeout') throw error
    const some = error.partial instanceof Map
    if (!some && !session.answered) throw error
    const reason = session.signal?.aborted ? 'time_limit' : 'silent'
    const missing =
      error.missing.length > 0 ? error.missing : oids.map((what): Missing => ({ what, reason, rows: 0 }))
    for (const one of missing) session.report(one)
    return some ? (error.partial as T) : null
  }
}

const chosen = <C extends Columns>(columns: C, only?: readonly (keyof C & string)[]): (keyof C & string)[] =>
  Object.keys(columns).filter(name => !only || only.includes(name))

const emptyRow = <C extends Columns>(columns: C): RowOf<C> =>
  Object.fromEntries(Object.keys(columns).map(name => [name, null])) as RowOf<C>

/** Some agents give rows in another order than that of their OIDs. */
async function isOrdered(indexes: Iterable<string>): Promise<boolean> {
  let last: string | null = null
  const own = slice()
  for (const index of indexes) {
    if (own.over()) await rest()
    if (last !== null && compareOids(last, index) > 0) return false
    last = index
  }
  return true
}

/** After so many cells the clock is looked at. */
const cellsPerLook = 32

/**
 * Reads all columns of a table together. Rows are keyed by their index, in the order of OIDs. A cell that the
 * device did not send is null and reported.
 * @throws DeviceError DeviceTimeout if the device has answered nothing in this call
 */
export async function readTable<C extends Columns>(
  session: ReadingSession,
  columns: C,
  { only, beside, counts, ...options }: ReadOptions<C> = {},
): Promise<Map<string, RowOf<C>>> {
  const names = chosen(columns, only)
  const oids = [...new Set(names.map(name => columns[name]!.oid))]
  const rows = new Map<string, RowOf<C>>()
  const answer = await partialIfSilent(session, oids, () => session.snmp.columns(oids, options))
  if (!answer) return rows
  for (const missing of answer.missing) session.report(missing)
  const part = Object.values(options).some(option => option !== undefined)
  const kindAt = oids.indexOf(Object.values(columns).find(({ isKind }) => isKind)?.oid ?? '')
  const asked = { oids, answer, kindAt, beside, counts, part }
  for (const missing of await endedColumns(session.snmp, asked)) session.report(missing)

  const empty = emptyRow(columns)
  const decode = cellDecoder(session)
  if (isOpen())
    for (const name of names)
      decode.look(columns[name]!, answer.columns[oids.indexOf(columns[name]!.oid)]?.values() ?? [])
  const [first] = answer.columns
  let ordered = first !== undefined && (await isOrdered(first.keys()))
  const own = slice()
  let read = 0
  for (const [position, name] of names.entries()) {
    const column = columns[name]!
    const cells = answer.columns[oids.indexOf(column.oid)]
    for (const [index, cell] of cells ?? []) {
      let row = rows.get(index)
      if (!row) {
        rows.set(index, (row = { ...empty }))
        if (position > 0) ordered = false
      }
      ;(row as Record<string, unknown>)[name] = decode.value(column, cell, index)
      if (++read % cellsPerLook === 0 && own.over()) await rest()
    }
    // The cells of a long column need more memory than what they mean.
    if (!names.slice(position + 1).some(later => columns[later]!.oid === column.oid)) cells?.clear()
  }
  decode.close()
  return ordered ? rows : new Map(await sortInSlices([...rows], ([a], [b]) => compareOids(a, b)))
}

/**
 * The rows of a table that others refer to, and whether all of them arrived: what is not in a part of a table
 * may still be on the device. `lost`: columns with a report. Another value must not take the place of a null
 * there.
 */
export async function readWhole<C extends Columns>(
  session: ReadingSession,
  columns: C,
  options: ReadOptions<C> = {},
): Promise<{ rows: Map<string, RowOf<C>>; whole: boolean; lost: ReadonlySet<keyof C> }> {
  let whole = true
  const lost = new Set<keyof C>()
  const rows = await readTable(
    {
      snmp: session.snmp,
      get answered() {
        return session.answered
      },
      ...(session.signal && { signal: session.signal }),
      report: missing => {
        whole = false
        for (const [name, { oid }] of Object.entries(columns)) if (oid === missing.what) lost.add(name)
        session.report(missing)
      },
    },
    columns,
    options,
  )
  return { rows, whole, lost }
}

/** Reads single instances together. A value that the device does not have is null. */
export async function readScalars<C extends Columns>(
  session: ReadingSession,
  scalars: C,
  { only }: Pick<ReadOptions<C>, 'only'> = {},
): Promise<RowOf<C>> {
  const names = chosen(scalars, only)
  const row = emptyRow(scalars)
  const oids = [...new Set(names.map(name => scalars[name]!.oid))]
  const cells = await partialIfSilent(session, oids, () =>
    session.snmp.get(oids, { onRefused: session.report }),
  )
  if (!cells) return row
  const decode = cellDecoder(session)
  for (const name of names) {
    const cell = cells.get(scalars[name]!.oid)
    if (cell) (row as Record<string, unknown>)[name] = decode.value(scalars[name]!, cell, '')
  }
  decode.close()
  return row
}

/**
 * Reads the rows of known indexes by GET: one ONU, or the online ONUs of a large table. A row without any
 * value is absent.
 */
export async function readRows<C extends Columns>(
  session: ReadingSession,
  columns: C,
  indexes: readonly string[],
  { only }: Pick<ReadOptions<C>, 'only'> = {},
): Promise<Map<string, RowOf<C>>> {
  const names = chosen(columns, only)
  const rows = new Map<string, RowOf<C>>()
  const oids = [...new Set(names.map(name => columns[name]!.oid))]
  const cells = await partialIfSilent(session, oids, () =>
    session.snmp.get(
      indexes.flatMap(index => oids.map(oid => `${oid}.${index}`)),
      { onRefused: session.report },
    ),
  )
  if (!cells) return rows
  const empty = emptyRow(columns)
  const decode = cellDecoder(session)
  const own = slice()
  for (const index of indexes) {
    if (own.over()) await rest()
    for (const name of names) {
      const cell = cells.get(`${columns[name]!.oid}.${index}`)
      if (!cell) continue
      if (!rows.has(index)) rows.set(index, { ...empty })
      ;(rows.get(index) as Record<string, unknown>)[name] = decode.value(columns[name]!, cell, index)
    }
  }
  decode.close()
  return rows
}
