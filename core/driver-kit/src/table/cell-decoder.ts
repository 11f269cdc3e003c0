import type { Missing } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Varbind } from '../contract/snmp.ts'
import { isForeign, isOpen } from '../texts/device-texts.ts'
import { unknownValue, wrongType, type Column } from './column.ts'

/** Bad cells of one column that are reported one by one. The others are counted in one report. */
const namedCells = 5

/**
 * Turns cells into values and reports bad cells: the first ones with their index, the others as a number when
 * `close` is called.
 */
export function cellDecoder(session: Pick<Session, 'report'>) {
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
