import type { Missing, Varbind } from '@linecard/driver-kit'
import { arcsText, compare, encodeOid, startsWith } from './oid.ts'
import { type Answer, Exception, type Span } from './pdu.ts'
import { readValue } from './value.ts'

/**
 * A column while it is read. `last` in `bytes` is the OID from which it goes on; `octets` is the mean size of
 * its varbinds in an answer.
 */
export interface Column {
  readonly oid: string
  /** The OID with a dot: what stands before the index of a row. */
  readonly dotted: string
  readonly base: number
  readonly prefix: Buffer
  readonly rows: Map<string, Varbind>
  /** Rows after which it counts as endless. */
  readonly maxRows: number
  bytes: Buffer
  last: { start: number; end: number }
  first: Buffer | undefined
  octets: number
  done: boolean
  missing: Missing['reason'] | undefined
}

/** The columns of one walk. */
export interface Table {
  columns: readonly Column[]
  unordered: boolean
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
    dotted: `${oid}.`,
    prefix,
    base: encodedOid(oid).length,
    rows: new Map(),
    maxRows,
    bytes: prefix,
    last: { start: 0, end: prefix.length },
    first: undefined,
    octets: prefix.length + 14,
    done: false,
    missing: undefined,
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
  bytes: Buffer,
  { oidStart, oidEnd }: Span,
  column: Column,
  firstOf?: (other: Column) => Buffer | undefined,
): boolean {
  for (const other of columns) {
    if (other === column || !startsWith(bytes, oidStart, oidEnd, other.prefix)) continue
    const first = firstOf ? firstOf(other) : other.first
    return first !== undefined && compare(bytes, oidStart, oidEnd, first) !== 0
  }
  return false
}

/** Takes one varbind as the next row of `column`. False: it cannot be right here and must be asked again. */
function take(
  { columns, unordered }: Table,
  column: Column,
  bytes: Buffer,
  span: Span,
  direct: boolean,
): boolean {
  const { type, oidStart, oidEnd } = span
  if (
    type === Exception.endOfMibView ||
    type === Exception.noSuchObject ||
    type === Exception.noSuchInstance
  ) {
    if (!direct && compare(bytes, oidStart, oidEnd, column.bytes, column.last) !== 0) return false
    end(column)
    return true
  }
  const order = compare(bytes, oidStart, oidEnd, column.bytes, column.last)
  if (!startsWith(bytes, oidStart, oidEnd, column.prefix)) {
    if (!direct && misplaced(columns, bytes, span, column)) return false
    end(column, order < 0 && !unordered ? 'not_increasing' : undefined)
    return true
  }
  if (order === 0 || (order < 0 && !unordered)) end(column, 'not_increasing')
  else if (column.rows.size >= column.maxRows) end(column, 'row_limit')
  else {
    const index = arcsText(bytes, oidStart + column.base, oidEnd)
    if (index === null) end(column, 'wrong_type')
    // Rows without order end outside the column. A row that comes twice would come without end.
    else if (unordered && column.rows.has(index)) end(column, 'not_increasing')
    else {
      column.rows.set(index, { oid: column.dotted + index, type, value: readValue(bytes, span) })
      column.bytes = bytes
      column.last.start = oidStart
      column.last.end = oidEnd
      column.first ??= lastOf(column)
      column.octets += (span.end - oidStart + 4 - column.octets) / 8
    }
  }
  return true
}

/** Whether the first row of an answer can be the requested one. That of a single column always can. */
const sound = (columns: readonly Column[], group: readonly Column[], { bytes, varbinds }: Answer): boolean =>
  group.length === 1 ||
  group.every((column, slot) => {
    const span = varbinds[slot]
    if (!span || startsWith(bytes, span.oidStart, span.oidEnd, column.prefix)) return true
    return !misplaced(columns, bytes, span, column, other => {
      const own = varbinds[group.indexOf(other)]
      return other.first ?? (own && bytes.subarray(own.oidStart, own.oidEnd))
    })
  })

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
    const span = varbinds[at]!
    const believed = varbinds.length >= width || startsWith(bytes, span.oidStart, span.oidEnd, column.prefix)
    if (!believed || !take(table, column, bytes, span, at < width)) break
    used++
    ended ||= column.done
  }
  return used
}
