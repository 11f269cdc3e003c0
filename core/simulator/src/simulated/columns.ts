import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { type MibObject, computed } from '../snmp/mib.ts'

/** What a subtree gets when it lists its rows. */
export interface Listing {
  /** Time of the request, in ms. */
  now(): number
  /** Says that the rows change at this time and must be listed again. */
  expires(atMs: number): void
}

/**
 * A subtree of the MIB, e.g. the tables of one MIB module. It lists the instances that exist now. Values are
 * read for every request; rows are listed again when they expire.
 */
export type Subtree = (listing: Listing) => Iterable<MibObject>

/** Executes a SET on a row. Returns an error-status, 0 for success. */
export type Write<Row> = (row: Row, value: Varbind['value'], nowMs: number) => number

export interface Column<Row> {
  type: number
  read: (row: Row, nowMs: number) => Varbind['value']
  write?: Write<Row> | undefined
}

const typed =
  (type: number) =>
  <Row>(read: (row: Row, nowMs: number) => Varbind['value'], write?: Write<Row>): Column<Row> => ({
    type,
    read,
    write,
  })

export const int = typed(SnmpType.Integer)
export const gauge = typed(SnmpType.Gauge32)
export const ticks = typed(SnmpType.TimeTicks)
export const oid = typed(SnmpType.Oid)
export const address = typed(SnmpType.IpAddress)
export const octets = typed(SnmpType.OctetString)

export const text = <Row>(read: (row: Row, nowMs: number) => string, write?: Write<Row>): Column<Row> => ({
  type: SnmpType.OctetString,
  read: (row, now) => Buffer.from(read(row, now)),
  write,
})
/** Wraps at 2^32. */
export const counter32 = <Row>(read: (row: Row, nowMs: number) => number): Column<Row> => ({
  type: SnmpType.Counter32,
  read: (row, now) => Math.floor(read(row, now)) % 0x100000000,
})
export const counter64 = <Row>(read: (row: Row, nowMs: number) => number): Column<Row> => ({
  type: SnmpType.Counter64,
  read: (row, now) => BigInt(Math.floor(read(row, now))),
})

/**
 * The instances of a conceptual table. `entry` is the OID of its row object; columns are keyed by last arc.
 */
export function* table<Row>(
  listing: Listing,
  entry: string,
  rows: Iterable<readonly [index: string | number, row: Row]>,
  columns: Record<number, Column<Row>>,
): Iterable<MibObject> {
  const defined = Object.entries(columns)
  for (const [index, row] of rows) {
    for (const [arc, { type, read, write }] of defined) {
      yield computed(
        `${entry}.${arc}.${index}`,
        type,
        () => read(row, listing.now()),
        write && (value => write(row, value, listing.now())),
      )
    }
  }
}

/** Scalars below `group`, keyed by the last arc before `.0`. */
export function* scalars(
  listing: Listing,
  group: string,
  columns: Record<string, Column<undefined>>,
): Iterable<MibObject> {
  for (const [arc, { type, read, write }] of Object.entries(columns)) {
    yield computed(
      `${group}.${arc}.0`,
      type,
      () => read(undefined, listing.now()),
      write && (value => write(undefined, value, listing.now())),
    )
  }
}
