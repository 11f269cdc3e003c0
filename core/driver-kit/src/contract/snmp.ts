/** Types of SNMP values as they stand in a varbind (RFC 2578 §7.1; BER tags of RFC 3416 §3). */
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

import type { Missing } from './errors.ts'

/**
 * Another view of the same agent (RFC 3411 §3.3.1). SNMPv1 and v2c have no contexts: agents that keep several
 * views tell them by what is appended to the community.
 */
export interface SnmpContext {
  /** contextName of SNMPv3, e.g. `vlan-301`. */
  name: string
  /** Appended to the community of v1 and v2c, e.g. `@301`. */
  suffix: string
}

export interface ColumnOptions {
  /** Only the rows whose index starts with this dotted prefix. */
  under?: string
  /** Rows after which a column counts as endless (fault 6). Default of the transport: 100,000. */
  maxRows?: number
  /**
   * The view to read; by default the agent's own.
   * An agent without this view does not answer in v1 and v2c, and
   * answers AuthFailed in v3.
   */
  context?: SnmpContext
}

export interface ColumnsAnswer {
  /** One map per asked OID, in the order asked: row index (dotted, what follows the column's OID) → value. */
  columns: Map<string, Varbind>[]
  /** Columns that did not come to their end. Empty when everything arrived. */
  missing: Missing[]
}

/**
 * SNMP to one device. OIDs have no leading dot.
 * Throws `DeviceError` DeviceTimeout when nothing at all came back, AuthFailed on SNMPv3 reports, ParseFailed
 * on nonsense.
 */
export interface SnmpSession {
  /**
   * Scalars. What the device does not have (noSuchObject, noSuchInstance, noSuchName) is absent from the map.
   */
  get(oids: readonly string[]): Promise<Map<string, Varbind>>
  /**
   * Whole columns, asked together. A column that the device does not have is an empty map, and not missing.
   */
  columns(oids: readonly string[], options?: ColumnOptions): Promise<ColumnsAnswer>
  /** Writes with the private community; throws CommandRejected with the device's error status and the OID. */
  set(varbinds: readonly Varbind[]): Promise<void>
}
