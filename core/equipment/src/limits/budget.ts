import { rest, type Missing } from '@linecard/driver-kit'
import type { Config } from '../config.ts'
import type { Courtesy } from './courtesy.ts'
import type { LargePlace } from './large-calls.ts'
import type { Lane } from './lanes.ts'

/** A ceiling of a call that the device has reached. */
export type Ceiling = Extract<Missing['reason'], 'row_limit' | 'byte_limit'>

export type CallLimits = Pick<Config, 'column_rows' | 'interface_rows' | 'call_values' | 'call_octets'>

/**
 * What one call may still take from its device, over all its questions. An endless table, or a hundred
 * long ones, end here and not in the memory of the service.
 */
export interface Budget {
  /** The ceiling that was reached: nothing more is asked. */
  readonly over: Ceiling | null
  /** Most rows of the column with this OID. */
  rowsOf(oid: string): number
  /** Counts an answer: its values, and its size in octets. */
  take(values: number, octets: number): void
  /**
   * Before more is asked: waits for a turn if the call has become long, and for a place if it is large.
   * Throws the signal's reason.
   */
  turn(signal?: AbortSignal): Promise<void> | undefined
  /** How fast the device may be asked. Absent: as fast as it answers. */
  readonly courtesy?: Courtesy | undefined
  /** Where its datagrams take their places. Absent: they do not wait for any. */
  readonly lane?: Lane | undefined
}

/** From here on a call is large, and from here on it takes turns with other long work: times its share. */
const large = { values: 50_000, octets: 2_097_152 }
const long = { values: 5_000, octets: 262_144 }

/** Entries of ifTable and ifXTable: one row for each interface. */
const interfaceTables = /^1\.3\.6\.1\.2\.1\.(?:2\.2|31\.1\.1)\.1\./

/** The first ceiling among what did not arrive. */
export const ceilingIn = (missing: readonly Missing[]): Ceiling | null =>
  missing.map(({ reason }) => reason).find(isCeiling) ?? null
const isCeiling = (reason: Missing['reason']): reason is Ceiling =>
  reason === 'row_limit' || reason === 'byte_limit'

/** `interfaces`: the most rows of ifTable and ifXTable. `share`: how much of the ceilings this call gets. */
export function createBudget(
  limits: CallLimits,
  interfaces: number,
  {
    share = 1,
    place,
    courtesy,
    lane,
  }: { share?: number; place?: LargePlace; courtesy?: Courtesy | undefined; lane?: Lane | undefined } = {},
): Budget {
  const rows = limits.column_rows * share
  const [mostValues, mostOctets] = [limits.call_values * share, limits.call_octets * share]
  let [values, octets] = [0, 0]
  return {
    courtesy,
    lane,
    get over() {
      return values >= mostValues ? 'row_limit' : octets >= mostOctets ? 'byte_limit' : null
    },
    rowsOf: oid => (interfaceTables.test(oid) ? Math.min(rows, interfaces) : rows),
    turn(signal) {
      const above = (size: typeof large) => values >= size.values * share || octets >= size.octets * share
      if (above(large)) return place?.wait(signal)
      return above(long) ? rest(true) : undefined
    },
    take(more, size) {
      values += more
      octets += size
    },
  }
}
