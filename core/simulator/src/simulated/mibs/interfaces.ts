import { Status } from '../../snmp/pdu.ts'
import {
  type Subtree,
  type Write,
  counter32,
  counter64,
  gauge,
  int,
  octets,
  oid,
  scalars,
  table,
  text,
  ticks,
} from '../columns.ts'
import { type Port, adminUp, errors, inOctets, isUp, linkSpeed, outOctets } from '../port.ts'

export const setAdmin: Write<Port> = (port, value, now) => {
  if (value !== 1 && value !== 2) return Status.badValue
  port.cable.setAdmin(port.end, value === 1, now)
  return 0
}
const setAlias: Write<Port> = (port, value) => {
  if (!Buffer.isBuffer(value) || value.length > 64) return Status.badValue
  port.alias = value.toString()
  return 0
}

/** Frames of an average size. A small share is multicast and broadcast. */
const unicast = (bytes: number) => bytes / 780
const multicast = (bytes: number) => (bytes / 780) * 0.004
const broadcast = (bytes: number) => (bytes / 780) * 0.002

/** IF-MIB ifTable and ifXTable (RFC 2863). */
export const interfaces = (ports: readonly Port[], facts: { bootMs: number }): Subtree =>
  function* (listing) {
    const rows = ports.map(port => [port.ifIndex, port] as const)
    yield* scalars(listing, '1.3.6.1.2.1.2', { 1: int(() => ports.length) })
    yield* table(listing, '1.3.6.1.2.1.2.2.1', rows, {
      1: int(port => port.ifIndex),
      2: text(port => port.ifDescr),
      3: int(port => port.ifType),
      4: int(() => 1500),
      5: gauge((port, now) => Math.min(linkSpeed(port, now) * 1_000_000, 0xffffffff)),
      6: octets(port => port.mac),
      7: int(port => (adminUp(port) ? 1 : 2), setAdmin),
      8: int((port, now) => (isUp(port, now) ? 1 : 2)),
      9: ticks((port, now) => Math.max(0, Math.floor((port.cable.at(now).sinceMs - facts.bootMs) / 10))),
      10: counter32((port, now) => inOctets(port, now)),
      11: counter32((port, now) => unicast(inOctets(port, now))),
      12: counter32((port, now) => multicast(inOctets(port, now)) + broadcast(inOctets(port, now))),
      13: counter32(() => 0),
      14: counter32((port, now) => errors(port, now)),
      15: counter32(() => 0),
      16: counter32((port, now) => outOctets(port, now)),
      17: counter32((port, now) => unicast(outOctets(port, now))),
      18: counter32((port, now) => multicast(outOctets(port, now)) + broadcast(outOctets(port, now))),
      19: counter32((port, now) => errors(port, now) / 7),
      20: counter32(() => 0),
      21: gauge(() => 0),
    })
    yield* table(listing, '1.3.6.1.2.1.31.1.1.1', rows, {
      1: text(port => port.ifName),
      2: counter32((port, now) => multicast(inOctets(port, now))),
      3: counter32((port, now) => broadcast(inOctets(port, now))),
      4: counter32((port, now) => multicast(outOctets(port, now))),
      5: counter32((port, now) => broadcast(outOctets(port, now))),
      6: counter64((port, now) => inOctets(port, now)),
      7: counter64((port, now) => unicast(inOctets(port, now))),
      8: counter64((port, now) => multicast(inOctets(port, now))),
      9: counter64((port, now) => broadcast(inOctets(port, now))),
      10: counter64((port, now) => outOctets(port, now)),
      11: counter64((port, now) => unicast(outOctets(port, now))),
      12: counter64((port, now) => multicast(outOctets(port, now))),
      13: counter64((port, now) => broadcast(outOctets(port, now))),
      14: int(() => 1),
      15: gauge(linkSpeed),
      16: int(() => 2),
      17: int(() => 1),
      18: text(port => port.alias, setAlias),
      // ifCounterDiscontinuityTime is zero if the counters were not cleared since the start (RFC 2863).
      19: ticks(port => (port.zero.atMs ? Math.max(0, Math.floor((port.zero.atMs - facts.bootMs) / 10)) : 0)),
    })
  }

/** EtherLike-MIB dot3StatsTable (RFC 3635): frame errors and duplex. */
export const etherLike = (ports: readonly Port[]): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.10.7.2.1',
      ports.map(port => [port.ifIndex, port] as const),
      {
        1: int(port => port.ifIndex),
        2: counter32((port, now) => errors(port, now) / 3),
        3: counter32((port, now) => errors(port, now)),
        4: counter32(() => 0),
        8: counter32(() => 0),
        13: counter32(() => 0),
        16: counter32(() => 0),
        19: int((port, now) => (isUp(port, now) ? 3 : 1)),
      },
    )
  }

const both = (port: Port, now: number) => inOctets(port, now) + outOctets(port, now)

/** RMON-MIB etherStatsTable (RFC 2819), one row for each port. */
export const rmon = (ports: readonly Port[]): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.16.1.1.1',
      ports.map(port => [port.ifIndex, port] as const),
      {
        1: int(port => port.ifIndex),
        2: oid(port => `1.3.6.1.2.1.2.2.1.1.${port.ifIndex}`),
        3: counter32(() => 0),
        4: counter32(both),
        5: counter32((port, now) => unicast(both(port, now))),
        6: counter32((port, now) => broadcast(both(port, now))),
        7: counter32((port, now) => multicast(both(port, now))),
        8: counter32((port, now) => errors(port, now)),
        9: counter32(() => 0),
        10: counter32(() => 0),
        11: counter32((port, now) => errors(port, now) / 5),
        12: counter32(() => 0),
        13: counter32(() => 0),
        14: counter32((port, now) => unicast(both(port, now)) * 0.2),
        15: counter32((port, now) => unicast(both(port, now)) * 0.1),
        16: counter32((port, now) => unicast(both(port, now)) * 0.1),
        17: counter32((port, now) => unicast(both(port, now)) * 0.1),
        18: counter32((port, now) => unicast(both(port, now)) * 0.1),
        19: counter32((port, now) => unicast(both(port, now)) * 0.4),
        20: text(() => 'monitor'),
        21: int(() => 1),
      },
    )
  }
