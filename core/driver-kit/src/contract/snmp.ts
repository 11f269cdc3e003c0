/** Types of SNMP values in a varbind (RFC 2578 §7.1; BER tags of RFC 3416 §3). */
export const SnmpType = {
  Integer: 2,
  OctetString: 4,
  Null: 5,
  Oid: 6,
  IpAddress: 64,
  Counter32: 65,
  Gauge32: 66,
  TimeTicks: 67,
  Opaque: 68,
  Counter64: 70,
} as const
export type SnmpType = (typeof SnmpType)[keyof typeof SnmpType]

/**
 * One value of a device. `value` is a number for Integer, Counter32, Gauge32 and TimeTicks (1/100 s), a
 * bigint for Counter64, a Buffer for OctetString and Opaque, a dotted string without leading dot for Oid and
 * IpAddress, null for Null.
 */
export interface Varbind {
  oid: string
  type: number
  value: number | bigint | Buffer | string | null
}

import { DeviceError, type Missing } from './errors.ts'

/**
 * Another view of the same agent (RFC 3411 §3.3.1). SNMPv1 and v2c have no contexts: there, agents with
 * several views use a suffix of the community.
 */
export interface SnmpContext {
  /** contextName of SNMPv3, e.g. `vlan-301`. */
  name: string
  /** Appended to the community of v1 and v2c, e.g. `@301`. */
  suffix: string
}

/** Which rows are read, and in which view of the agent. By default all rows of its own view. */
export interface ColumnOptions {
  /** Only the rows whose index starts with this dotted prefix. */
  under?: string
  /**
   * Maximum number of rows, if it is below the ceiling of the service (`column_rows`). A longer column
   * counts as endless (fault 6).
   */
  maxRows?: number
  /**
   * The view to read; by default the agent's own. An agent without this view does not answer in v1 and v2c,
   * and answers AuthFailed in v3.
   */
  context?: SnmpContext
  /** Instances that are read in the first request too. Some may be absent from the answer all the same. */
  also?: readonly string[]
}

/**
 * The cells of a column: row index (dotted, the part after the column's OID) → value. A cell is made when it
 * is asked for: ask once, or keep what it gave.
 */
export interface ColumnCells extends ReadonlyMap<string, Varbind> {
  /** Whoever has read the column needs its cells no more. */
  clear(): void
}

/** What `columns` gave, with the rows that arrived of columns that are not complete. */
export interface ColumnsAnswer {
  /** One per OID, in the same order. */
  columns: ColumnCells[]
  /** Columns that are not complete. Empty if everything arrived. */
  missing: Missing[]
  /** What came of `also`. */
  also?: ReadonlyMap<string, Varbind>
}

/** What else a GET reads, and who gets the objects that the device refuses. By default nothing and nobody. */
export interface GetOptions {
  /** Instances that are read in the first request too. They do not count as an answer. */
  also?: readonly string[]
  /** Gets the objects that the device refuses while it gives others. */
  onRefused?: (missing: Missing) => void
}

/**
 * SNMP to one device. OIDs have no leading dot.
 * @throws DeviceError DeviceTimeout if nothing arrived, AuthFailed for SNMPv3 reports, ParseFailed for
 *   invalid messages
 */
export interface SnmpSession {
  /** SNMP is off in the access profile: every request throws Unsupported at once. */
  readonly off?: true
  /**
   * Scalars. A value that the device does not have (noSuchObject, …) is absent from the map. So is one that
   * it refuses (genErr, noAccess, …), and `onRefused` gets it. It throws CommandRejected if it refuses all.
   */
  get(oids: readonly string[], options?: GetOptions): Promise<Map<string, Varbind>>
  /** Whole columns, read together. A column that the device does not have is an empty map, not missing. */
  columns(oids: readonly string[], options?: ColumnOptions): Promise<ColumnsAnswer>
  /** Writes with the private community; throws CommandRejected with the device's error status and the OID. */
  set(varbinds: readonly Varbind[]): Promise<void>
}

/** SNMP of a device whose access profile switches it off. Nothing is sent. */
export function snmpOff(ip: string): SnmpSession {
  const refuse = () =>
    Promise.reject(
      new DeviceError(
        'Unsupported',
        `SNMP is off in the access profile of ${ip}, and only SNMP can tell this.`,
      ),
    )
  return { off: true, get: refuse, columns: refuse, set: refuse }
}
