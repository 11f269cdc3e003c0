/**
 * SNMP with a codec and sockets of our own. On loopback `npm run bench -- snmp` measures 1.3 to 1.5 times as
 * many devices a second as with the package net-snmp at its best settings. And net-snmp takes answers from
 * any address, accepts SNMPv3 answers with less protection than requested, holds a socket for each session,
 * and cannot use DES with OpenSSL 3.
 */
export { openSnmp } from './open.ts'
export type { RoundTripMemory } from './round-trip.ts'
export {
  addStats,
  newStats,
  type Learnt,
  type OpenSnmpOptions,
  type SnmpConnection,
  type SnmpLimits,
  type SnmpStats,
} from './types.ts'
