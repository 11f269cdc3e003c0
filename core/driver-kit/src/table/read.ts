import { DeviceError, type Missing } from '../contract/errors.ts'
import { compareOids } from '../oid.ts'
import type { Session } from '../contract/session.ts'
import type { ColumnOptions, Varbind } from '../contract/snmp.ts'
import { unknownValue, wrongType, type Column, type ValueOf } from './column.ts'

export type Columns = Readonly<Record<string, Column<unknown>>>
/** A row of a table; a cell that did not come, or means "no value", is null. */
export type RowOf<C extends Columns> = { [K in keyof C]: ValueOf<C[K]> | null }
/** What reading needs of a session. */
export type Reader = Pick<Session, 'snmp' | 'answered' | 'report'> & Partial<Pick<Session, 'signal'>>

/** Declares a table as data: the name of each cell and its column. */
export const table = <const C extends Columns>(columns: C): C => columns

export interface ReadOptions<C extends Columns> extends ColumnOptions {
  /** Only these columns are asked; the others are null. */
  only?: readonly (keyof C & string)[]
}

/** Bad cells of one column that are named one by one; further ones are summed up in one report. */
const namedCells = 5

/**
 * Turns cells into values and reports the bad ones: a few by name, the rest as a number when `close` is
 * called.
 */
function decoder(session: Reader) {
  const bad = new Map<string, { reason: Missing['reason']; cells: number }>()
  return {
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

/**
 * Silence is a failure only when the device has said nothing yet; later it is a partial answer (fault 1).
 * What the transport says is missing is reported as it says it, and else all of it.
 */
async function unlessSilent<T>(
  session: Reader,
  oids: readonly string[],
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
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

/**
 * Reads a table, all columns asked together. Rows are keyed by their index and stand in the order of OIDs.
 * What a silent device did not send is null and reported; throws DeviceTimeout only when it has not answered
 * anything in this call.
 */
export async function readTable<C extends Columns>(
  session: Reader,
  columns: C,
  { only, ...options }: ReadOptions<C> = {},
): Promise<Map<string, RowOf<C>>> {
  const names = chosen(columns, only)
  const oids = [...new Set(names.map(name => columns[name]!.oid))]
  const rows = new Map<string, RowOf<C>>()
  const answer = await unlessSilent(session, oids, () => session.snmp.columns(oids, options))
  if (!answer) return rows
  for (const missing of answer.missing) session.report(missing)

  const empty = emptyRow(columns)
  const decode = decoder(session)
  let ordered = true
  names.forEach((name, position) => {
    const column = columns[name]!
    for (const [index, cell] of answer.columns[oids.indexOf(column.oid)] ?? []) {
      let row = rows.get(index)
      if (!row) {
        rows.set(index, (row = { ...empty }))
        if (position > 0) ordered = false
      }
      ;(row as Record<string, unknown>)[name] = decode.value(column, cell, index)
    }
  })
  decode.close()
  return ordered ? rows : new Map([...rows].toSorted(([a], [b]) => compareOids(a, b)))
}

/** Reads single instances, all asked together. What the device does not have is null. */
export async function readScalars<C extends Columns>(
  session: Reader,
  scalars: C,
  { only }: Pick<ReadOptions<C>, 'only'> = {},
): Promise<RowOf<C>> {
  const names = chosen(scalars, only)
  const row = emptyRow(scalars)
  const oids = [...new Set(names.map(name => scalars[name]!.oid))]
  const cells = await unlessSilent(session, oids, () => session.snmp.get(oids))
  if (!cells) return row
  const decode = decoder(session)
  for (const name of names) {
    const cell = cells.get(scalars[name]!.oid)
    if (cell) (row as Record<string, unknown>)[name] = decode.value(scalars[name]!, cell, '')
  }
  decode.close()
  return row
}

/**
 * Reads the rows of known indexes by GET: one ONU, or the online ones of a large table. A row of which
 * nothing came is absent.
 */
export async function readRows<C extends Columns>(
  session: Reader,
  columns: C,
  indexes: readonly string[],
  { only }: Pick<ReadOptions<C>, 'only'> = {},
): Promise<Map<string, RowOf<C>>> {
  const names = chosen(columns, only)
  const rows = new Map<string, RowOf<C>>()
  const oids = [...new Set(names.map(name => columns[name]!.oid))]
  const cells = await unlessSilent(session, oids, () =>
    session.snmp.get(indexes.flatMap(index => oids.map(oid => `${oid}.${index}`))),
  )
  if (!cells) return rows
  const empty = emptyRow(columns)
  const decode = decoder(session)
  for (const index of indexes) {
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
