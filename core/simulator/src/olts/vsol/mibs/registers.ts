import { type Column, type Subtree, type Write, int, octets, scalars } from '../../../simulated/columns.ts'
import { configured } from '../../../simulated/timeline.ts'
import { Status } from '../../../snmp/pdu.ts'

/** What is in the registers now, by their last arc. */
export type Values = Readonly<Record<number, number | Buffer>>

export interface RegisterGroup {
  group: string
  /** At the start. A register holds numbers or octets for ever. */
  start: Values
  /** A SET of the register `action` does something with the others. The result is an error-status. */
  action?: number
  run?(values: Values, value: number, nowMs: number): number
}

/**
 * Registers, the same for all clients: they stay as the last SET left them. The group is made once for an
 * OLT, the subtree may be listed often.
 */
export function registers({ group, start, action, run }: RegisterGroup): {
  subtree: Subtree
  values: Values
} {
  const values: Record<number, number | Buffer> = { ...start }
  const write =
    (arc: number): Write<undefined> =>
    (_row, value, now) => {
      const isText = Buffer.isBuffer(start[arc])
      if (isText !== Buffer.isBuffer(value) || (!isText && typeof value !== 'number')) return Status.wrongType
      if (arc === action) {
        const failed = run?.(values, value as number, now) ?? 0
        if (failed) return failed
      }
      values[arc] = value as number | Buffer
      // Tables can show what the registers select.
      configured()
      return 0
    }
  const columns = Object.fromEntries(
    Object.keys(start).map((key): [string, Column<undefined>] => {
      const arc = Number(key)
      const column = Buffer.isBuffer(start[arc]) ? octets<undefined> : int<undefined>
      return [key, column(() => values[arc]!, write(arc))]
    }),
  )
  return { subtree: listing => scalars(listing, group, columns), values }
}
