import { fromOctets } from '../table/column.ts'
import {
  counter,
  decodeText,
  enumeration,
  integer,
  mac,
  map,
  scaled,
  table,
  text,
  timeticks,
} from '../table/index.ts'

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'

/** sysUpTime, seconds (SNMPv2-MIB). */
export const sysUpTime = timeticks('1.3.6.1.2.1.1.3.0')

/** A text for which the empty value is valid: an empty description is not an unknown description. */
export const textOrEmpty = (oid: string) => fromOctets(oid, bytes => decodeText(bytes))

/** ifOperStatus: up down testing unknown dormant notPresent lowerLayerDown. */
export const linkWords = {
  1: 'Up',
  2: 'Down',
  3: 'Testing',
  4: 'Unknown',
  5: 'Dormant',
  6: 'NotPresent',
  7: 'LLDown',
} as const
/** ifAdminStatus: up down testing. */
export const adminWords = { 1: 'Enabled', 2: 'Disabled', 3: 'Testing' } as const

/** What an interface is (IF-MIB ifTable, ifXTable). */
export const ifIdentity = table({
  descr: text(`${ifEntry}.2`),
  ifType: { ...integer(`${ifEntry}.3`), isKind: true as const },
  name: text(`${ifXEntry}.1`),
  mac: mac(`${ifEntry}.6`),
})

/** State of an interface. `speed` is bit/s and stops at 2^32 − 1; `highSpeed` is Mbit/s. */
export const ifState = table({
  admin: enumeration(`${ifEntry}.7`, adminWords),
  oper: enumeration(`${ifEntry}.8`, linkWords),
  lastChange: timeticks(`${ifEntry}.9`),
  speed: integer(`${ifEntry}.5`),
  highSpeed: integer(`${ifXEntry}.15`),
  // Some agents send 0 for interfaces that are not ports. The value is unknown, this is not a fault.
  connector: map(integer(`${ifXEntry}.17`), value => (value === 1 ? true : value === 2 ? false : null)),
  alias: textOrEmpty(`${ifXEntry}.18`),
  mtu: integer(`${ifEntry}.4`),
})

/** ifAlias (IF-MIB): the configured description of an interface; the empty text if it has none. */
export const ifAlias = table({ description: textOrEmpty(`${ifXEntry}.18`) })

/** Errors and discards of ifTable (IF-MIB), 32 bit: there are no 64-bit objects for them. */
export const ifErrors = table({
  in_errors: counter(`${ifEntry}.14`),
  out_errors: counter(`${ifEntry}.20`),
  in_discards: counter(`${ifEntry}.13`),
  out_discards: counter(`${ifEntry}.19`),
})

/** ifCounterDiscontinuityTime, seconds: sysUpTime when counters of the interface last started again. */
export const ifDiscontinuity = table({ discontinuity: scaled(`${ifXEntry}.19`, { by: 0.01 }) })

/** ifHC counters, 64 bit. */
export const ifCounters64 = table({
  in_octets: counter(`${ifXEntry}.6`),
  out_octets: counter(`${ifXEntry}.10`),
  in_ucast_pkts: counter(`${ifXEntry}.7`),
  out_ucast_pkts: counter(`${ifXEntry}.11`),
  in_multicast_pkts: counter(`${ifXEntry}.8`),
  out_multicast_pkts: counter(`${ifXEntry}.12`),
  in_broadcast_pkts: counter(`${ifXEntry}.9`),
  out_broadcast_pkts: counter(`${ifXEntry}.13`),
})

/** The same of ifTable and ifXTable, 32 bit. */
export const ifCounters32 = table({
  in_octets: counter(`${ifEntry}.10`),
  out_octets: counter(`${ifEntry}.16`),
  in_ucast_pkts: counter(`${ifEntry}.11`),
  out_ucast_pkts: counter(`${ifEntry}.17`),
  in_multicast_pkts: counter(`${ifXEntry}.2`),
  out_multicast_pkts: counter(`${ifXEntry}.4`),
  in_broadcast_pkts: counter(`${ifXEntry}.3`),
  out_broadcast_pkts: counter(`${ifXEntry}.5`),
})
