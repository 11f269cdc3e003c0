import type { ColumnCells, ColumnsAnswer, Missing } from '@linecard/driver-kit'
import { Cells, placeOf } from './cells.ts'
import { areArcs, arcsText, compare, encodeOid, startsWith } from './oid.ts'
import { type Answer, Exception } from './pdu.ts'

/**
 * A column while it is read. `last` in `bytes` is the OID from which it goes on; `octets` is the mean size of
 * its varbinds in an answer.
 */
export interface Column {
  readonly oid: string
  readonly base: number
  readonly prefix: Buffer
  /** Where its cells are. */
  readonly rows: number[]
  /** The indexes, if its rows have no order: a row that comes twice would come without end. */
  seen: Set<string> | undefined
  /** Rows after which it counts as endless. */
  readonly maxRows: number
  bytes: Buffer
  last: { start: number; end: number }
  first: Buffer | undefined
  octets: number
  done: boolean
  missing: Missing['reason'] | undefined
  /** When it was asked for first, as `performance.now()`. */
  began: number | undefined
}

/** Columns with the time at which the reading of each began, as `performance.now()`, in the same order. */
export interface TimedColumns extends ColumnsAnswer {
  began?: readonly (number | undefined)[]
}

/** The columns of one walk. */
export interface Table {
  columns: readonly Column[]
  unordered: boolean
  /** The answers with its cells. */
  pages: Buffer[]
}

/** The octets of OIDs that are walked again and again. They are never changed. */
const encoded = new Map<string, Buffer>()
const mostEncoded = 10_000
function encodedOid(oid: string): Buffer {
  const known = encoded.get(oid)
  if (known) return known
  const bytes = encodeOid(oid)
  if (encoded.size >= mostEncoded) encoded.clear()
  encoded.set(oid, bytes)
  return bytes
}

export const columnOf = (oid: string, under: string | undefined, maxRows: number): Column => {
  const prefix = under === undefined ? encodedOid(oid) : encodeOid(`${oid}.${under}`)
  return {
    oid,
    prefix,
    base: encodedOid(oid).length,
    rows: [],
    seen: undefined,
    maxRows,
    bytes: prefix,
    last: { start: 0, end: prefix.length },
    first: undefined,
    octets: prefix.length + 14,
    done: false,
    missing: undefined,
    began: undefined,
  }
}

/** The OID from which a column goes on. A Buffer of its own for each row would cost more than the row. */
export const lastOf = ({ bytes, last }: Column): Buffer => bytes.subarray(last.start, last.end)

export const end = (column: Column, missing?: Missing['reason']) => {
  column.done = true
  column.missing = missing
}

/**
 * A column ends at the first row of what follows it. If there is another row of a requested column instead,
 * the agent has mixed up its columns: some agents leave out an ended column and shift the others.
 */
function misplaced(
  columns: readonly Column[],
  { bytes, varbinds }: Answer,
  at: number,
  column: Column,
  firstOf?: (other: Column) => Buffer | undefined,
): boolean {
  const [oidStart, oidEnd] = [varbinds.oidStart(at), varbinds.oidEnd(at)]
  for (const other of columns) {
    if (other === column || !startsWith(bytes, oidStart, oidEnd, other.prefix)) continue
    const first = firstOf ? firstOf(other) : other.first
    return first !== undefined && compare(bytes, oidStart, oidEnd, first) !== 0
  }
  return false
}

/** Notes where the next cell of the column is. */
function add(table: Table, column: Column, { bytes, varbinds }: Answer, at: number): void {
  const { pages } = table
  const [start, stop] = [varbinds.oidStart(at), varbinds.oidEnd(at)]
  if (pages.at(-1) !== bytes) pages.push(bytes)
  column.rows.push(placeOf(pages.length - 1, varbinds.begin(at)))
  column.bytes = bytes
  column.last.start = start
  column.last.end = stop
  column.first ??= lastOf(column)
  column.octets += (varbinds.end(at) - start + 4 - column.octets) / 8
}

/** A row without order that was there before. */
function isSeen(column: Column, bytes: Buffer, start: number, stop: number): boolean {
  const index = arcsText(bytes, start, stop)!
  const seen = (column.seen ??= new Set())
  return seen.size === seen.add(index).size
}

/** Takes one varbind as the next row of `column`. False: it cannot be right here and must be asked again. */
function take(table: Table, column: Column, answer: Answer, at: number, direct: boolean): boolean {
  const { columns, unordered } = table
  const { bytes, varbinds } = answer
  const [type, oidStart, oidEnd] = [varbinds.type(at), varbinds.oidStart(at), varbinds.oidEnd(at)]
  const order = compare(bytes, oidStart, oidEnd, column.bytes, column.last)
  if (
    type === Exception.endOfMibView ||
    type === Exception.noSuchObject ||
    type === Exception.noSuchInstance
  ) {
    if (!direct && order !== 0) return false
    end(column)
    return true
  }
  if (!startsWith(bytes, oidStart, oidEnd, column.prefix)) {
    if (!direct && misplaced(columns, answer, at, column)) return false
    end(column, order < 0 && !unordered ? 'not_increasing' : undefined)
    return true
  }
  const index = oidStart + column.base
  if (order === 0 || (order < 0 && !unordered)) end(column, 'not_increasing')
  else if (column.rows.length >= column.maxRows) end(column, 'row_limit')
  else if (!areArcs(bytes, index, oidEnd)) end(column, 'wrong_type')
  else if (unordered && isSeen(column, bytes, index, oidEnd)) end(column, 'not_increasing')
  else add(table, column, answer, at)
  return true
}

/** What was read of a column. */
export const cellsOf = ({ oid, base, rows }: Column, { pages }: Table): ColumnCells =>
  new Cells(oid, base, pages, rows)

/** Whether the first row of an answer can be the requested one. That of a single column always can. */
const sound = (columns: readonly Column[], group: readonly Column[], answer: Answer): boolean => {
  const { bytes, varbinds } = answer
  const fits = (slot: number, { prefix }: Column) =>
    startsWith(bytes, varbinds.oidStart(slot), varbinds.oidEnd(slot), prefix)
  return (
    group.length === 1 ||
    group.every((column, slot) => {
      if (slot >= varbinds.length || fits(slot, column)) return true
      return !misplaced(columns, answer, slot, column, other => {
        const own = group.indexOf(other)
        const came = own >= 0 && own < varbinds.length
        return (
          other.first ?? (came ? bytes.subarray(varbinds.oidStart(own), varbinds.oidEnd(own)) : undefined)
        )
      })
    })
  )
}

/**
 * Takes an answer: rows, each with one varbind a column; it may stop anywhere. If varbinds are missing, rows
 * after the end of a column are ignored, and so is the end of a column in an incomplete row. Gives the number
 * of used varbinds.
 */
export function apply(table: Table, group: readonly Column[], rows: number, answer: Answer): number {
  const { bytes, varbinds } = answer
  const width = group.length
  const whole = varbinds.length === width * rows
  if (!sound(table.columns, group, answer)) return 0
  let used = 0
  let ended = false
  for (let at = 0; at < varbinds.length; at++) {
    if (ended && !whole && at % width === 0) break
    const column = group[at % width]!
    if (column.done) continue
    const believed =
      varbinds.length >= width || startsWith(bytes, varbinds.oidStart(at), varbinds.oidEnd(at), column.prefix)
    if (!believed || !take(table, column, answer, at, at < width)) break
    used++
    ended ||= column.done
  }
  return used
}
