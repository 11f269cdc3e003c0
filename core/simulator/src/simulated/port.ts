import type { Cable } from './cable.ts'

/** An interface of a simulated device with the cable in it. */
export interface Port {
  ifIndex: number
  /** dot1dBasePort; undefined where the port is not in the bridge. */
  bridgePort?: number
  ifName: string
  ifDescr: string
  /** IANAifType: 6 ethernetCsmacd, 117 gigabitEthernet, 250 gpon. */
  ifType: number
  alias: string
  mac: Buffer
  speedMbps: number
  fiber: boolean
  /** lldpLocPortNum. */
  lldpPort: number
  cable: Cable
  /** Which end of the link this is. */
  end: 0 | 1
  pvid: number
  /** VLANs that leave tagged, and untagged. */
  tagged: readonly number[]
  untagged: readonly number[]
  /** Of command lines that know modes: one VLAN, many tagged and one bare, or any. */
  mode: 'access' | 'trunk' | 'hybrid'
  /** Speed that somebody has set, Mbit/s; null: what both ends agree on. */
  forcedMbps: number | null
  /** Power over Ethernet; undefined where the port gives none. */
  poe?: { enabled: boolean; /** What the device behind it draws; 0: none wants power. */ watts: number }
  /** Where the counters stood when they were last cleared, and when that was. */
  zero: Zero
  /** Errored frames a second while up: one port with a bad cable makes a scene worth looking at. */
  errorRate: number
}

export interface Zero {
  in: number
  out: number
  errors: number
  /** 0: not since the device started. */ atMs: number
}
export const neverCleared: Zero = { in: 0, out: 0, errors: 0, atMs: 0 }

export const isUp = (port: Port, now: number): boolean => port.cable.at(now).state
export const adminUp = (port: Port): boolean => port.cable.admin(port.end)
const rawIn = (port: Port, now: number): number => port.cable.octets(port.end === 0 ? 1 : 0, now)
const rawOut = (port: Port, now: number): number => port.cable.octets(port.end, now)
const rawErrors = (port: Port, now: number): number => (port.errorRate * port.cable.upMs(now)) / 1000
export const inOctets = (port: Port, now: number, { zero }: { zero: Zero } = port): number =>
  rawIn(port, now) - zero.in
export const outOctets = (port: Port, now: number, { zero }: { zero: Zero } = port): number =>
  rawOut(port, now) - zero.out
export const errors = (port: Port, now: number, { zero }: { zero: Zero } = port): number =>
  rawErrors(port, now) - zero.errors
/** Where the counters stand now: what clearing them remembers. */
export const zeroAt = (port: Port, now: number, atMs = now): Zero => ({
  in: rawIn(port, now),
  out: rawOut(port, now),
  errors: rawErrors(port, now),
  atMs,
})
/** In these VLANs, tagged or not. */
export const isMember = (port: Port, vlan: number): boolean =>
  port.tagged.includes(vlan) || port.untagged.includes(vlan)
/** What both ends agree on; 0 without carrier. */
export const linkSpeed = (port: Port, now: number): number =>
  isUp(port, now) ? Math.min(port.forcedMbps ?? port.speedMbps, farEnd(port)?.speedMbps ?? Infinity) : 0
const farEnd = (port: Port) => port.cable.ends[port.end === 0 ? 1 : 0]
/** The far side as LLDP learnt it, while there is carrier. */
export const neighbour = (port: Port, now: number) => (isUp(port, now) ? farEnd(port) : undefined)
