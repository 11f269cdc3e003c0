import type { Cable } from './cable.ts'

/** An interface of a simulated device with its cable. */
export interface Port {
  ifIndex: number
  /** dot1dBasePort. Undefined if the port is not in the bridge. */
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
  /** The end of the cable in this port. */
  end: 0 | 1
  pvid: number
  /** VLANs whose frames leave tagged, and untagged. */
  tagged: readonly number[]
  untagged: readonly number[]
  /** Mode on the console: one VLAN; tagged VLANs and an untagged one; any. */
  mode: 'access' | 'trunk' | 'hybrid'
  /** Configured speed in Mbit/s. Null: auto-negotiation. */
  forcedMbps: number | null
  /** Power over Ethernet. Undefined if the port has none. */
  poe?: { enabled: boolean; /** Power of the connected device; 0: it needs none. */ watts: number }
  /** Port security. Undefined: off. */
  security?: { maximum: number; violation: string }
  /** The counters at the last time they were cleared. */
  zero: Zero
  /** Frames with errors per second while up. One port of a switch has a bad cable. */
  errorRate: number
}

export interface Zero {
  in: number
  out: number
  errors: number
  /** 0: never since the device started. */
  atMs: number
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
/** The present counters, for `zero`. */
export const zeroAt = (port: Port, now: number, atMs = now): Zero => ({
  in: rawIn(port, now),
  out: rawOut(port, now),
  errors: rawErrors(port, now),
  atMs,
})
/** Whether the port is a member of the VLAN, tagged or untagged. */
export const isMember = (port: Port, vlan: number): boolean =>
  port.tagged.includes(vlan) || port.untagged.includes(vlan)
/** The speed in Mbit/s that both ends support; 0 without carrier. */
export const linkSpeed = (port: Port, now: number): number =>
  isUp(port, now) ? Math.min(port.forcedMbps ?? port.speedMbps, farEnd(port)?.speedMbps ?? Infinity) : 0
const farEnd = (port: Port) => port.cable.ends[port.end === 0 ? 1 : 0]
/** The LLDP neighbour, while there is carrier. */
export const neighbour = (port: Port, now: number) => (isUp(port, now) ? farEnd(port) : undefined)

/** Whether a port leads to another device of the scene: it shows the subscribers of others. */
export const leadsOn = ({ cable: { ends } }: Port): boolean => ends[0] !== undefined && ends[1] !== undefined
