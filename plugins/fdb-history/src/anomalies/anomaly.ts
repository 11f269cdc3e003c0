import type { Found } from '../stays/plan.ts'
import type { Compared } from '../stays/store.ts'
import type { AnomalyKind } from '../tables.ts'

/** Names of the events that anomalies are. */
export const anomalyEvents = ['mac_loop', 'fdb_anomaly', 'arp_anomaly'] as const

export interface Anomaly {
  kind: AnomalyKind
  /** Tells anomalies of one kind apart: ports, an IP address, a MAC address; or empty. */
  part: string
  /** Where it is; empty: not known, or everywhere. */
  interfaceIds: number[]
  /** How many addresses are concerned. */
  addresses: number
  /** A few of them. */
  sample: string[]
}

/** Settings from which on something is odd. */
export interface AnomalyRules {
  /** MAC addresses that move each way between two ports. */
  loop: number
  /** MAC addresses of one port. */
  perPort: number
  /** IP addresses of one MAC address; 0: as many as there are. */
  perMac: number
}

/** A stored reading, with what is on ports that keep no addresses. */
export interface Seen<R extends Found> extends Compared<R> {
  /** Where MAC addresses are there: interface by `MAC VLAN`. */
  elsewhere: ReadonlyMap<string, number>
}

/** Anomalies of one kind in one reading, at most: a router can have thousands of odd addresses. */
export const mostOfKind = 20
/** Addresses and interfaces that are kept of one, at most. */
const mostShown = 20

export const some = <V>(values: Iterable<V>): V[] => [...new Set(values)].slice(0, mostShown)
