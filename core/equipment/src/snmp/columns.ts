import type { Missing, Varbind } from '@linecard/driver-kit'
import { arcsText, compare, encodeOid, startsWith } from './oid.ts'
import { type Answer, Exception, type Span } from './pdu.ts'
import { readValue } from './value.ts'

/**
 * One column on its way: `last` is where it goes on, `octets` what one of its varbinds takes in an answer.
 */
export interface Column {
  readonly oid: string
  readonly base: number
  readonly prefix: Buffer
  readonly rows: Map<string, Varbind>
  last: Buffer
  first: Buffer | undefined
  octets: number
  done: boolean
  missing: Missing['reason'] | undefined
}

/** The columns of one walk. */
export interface Table {
  columns: readonly Column[]
  maxRows: number
  unordered: boolean
}

export const columnOf = (oid: string, under: string | undefined): Column => {
  const prefix = encodeOid(under === undefined ? oid : `${oid}.${under}`)
  return {
    oid,
    prefix,
    base: encodeOid(oid).length,
    rows: new Map(),
    last: prefix,
    first: undefined,
    octets: prefix.length + 14,
    done: false,
    missing: undefined,
  }
}

export const end = (column: Column, missing?: Missing['reason']) => {
  column.done = true
  column.missing = missing
}

/**
 * A column ends on the first row of whatever follows it. Another row of an asked column in its place means
 * that the agent mixed up its columns: some leave an ended one out and shift the others.
 */
function misplaced(
  columns: readonly Column[],
  bytes: Buffer,
  { oidStart, oidEnd }: Span,
  column: Column,
  firstOf = (other: Column) => other.first,
): boolean {
  for (const other of columns) {
    if (other === column || !startsWith(bytes, oidStart, oidEnd, other.prefix)) continue
    const first = firstOf(other)
    return first !== undefined && compare(bytes, oidStart, oidEnd, first) !== 0
  }
  return false
}

/** Takes one varbind as the next of `column`. False: not to be believed here, ask again. */
function take(
  { columns, maxRows, unordered }: Table,
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
    if (!direct && compare(bytes, oidStart, oidEnd, column.last) !== 0) return false
    end(column)
    return true
  }
  const order = compare(bytes, oidStart, oidEnd, column.last)
  if (!startsWith(bytes, oidStart, oidEnd, column.prefix)) {
    if (!direct && misplaced(columns, bytes, span, column)) return false
    end(column, order < 0 && !unordered ? 'not_increasing' : undefined)
    return true
  }
  if (order === 0 || (order < 0 && !unordered)) end(column, 'not_increasing')
  else if (column.rows.size >= maxRows) end(column, 'row_limit')
  else {
    const index = arcsText(bytes, oidStart + column.base, oidEnd)
    if (index === null) end(column, 'wrong_type')
    // Rows in no order end by leaving the column; one that comes twice would come for ever.
    else if (unordered && column.rows.has(index)) end(column, 'not_increasing')
    else {
      column.rows.set(index, { oid: `${column.oid}.${index}`, type, value: readValue(bytes, span) })
      column.last = bytes.subarray(oidStart, oidEnd)
      column.first ??= column.last
      column.octets += (span.end - oidStart + 4 - column.octets) / 8
    }
  }
  return true
}

/** Whether the first row of an answer can be what was asked. A single column is taken at its word. */
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
 * Varbinds stand row by row, a column after the other; an answer may break off anywhere. Where varbinds lack,
 * nothing after the row of an end is believed, and in a row that is not complete no end at all. Answers how
 * many were of use.
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
