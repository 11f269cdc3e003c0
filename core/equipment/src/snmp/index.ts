/**
 * SNMP with a codec and sockets of our own. Against the package net-snmp at its best settings `npm run
 * bench:snmp` measures 1.3 to 1.5 times its devices a second on loopback; and net-snmp takes answers from any
 * address, accepts an SNMPv3 answer with less protection than was asked for, holds a socket for each session,
 * and cannot do DES with OpenSSL 3.
 */
export { openSnmp } from './open.ts'
export type { Learnt, OpenSnmpOptions, SnmpLimits, SnmpStats, SnmpTransport } from './types.ts'
export { type CounterSample, counterDelta, rebooted } from './counters.ts'
