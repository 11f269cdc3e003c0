import type { Link } from './link.ts'

/** An interface of a living device with the cable in it. */
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
  link: Link
  /** Which end of the link this is. */
  end: 0 | 1
  pvid: number
  /** VLANs that leave tagged. */
  tagged: readonly number[]
  /** Errored frames a second while up: one port with a bad cable makes a scene worth looking at. */
  errorRate: number
}

export const isUp = (port: Port, now: number): boolean => port.link.at(now).state
export const adminUp = (port: Port): boolean => port.link.admin(port.end)
export const inOctets = (port: Port, now: number): number => port.link.octets(port.end === 0 ? 1 : 0, now)
export const outOctets = (port: Port, now: number): number => port.link.octets(port.end, now)
export const errors = (port: Port, now: number): number => port.errorRate * port.link.upMs(now) / 1000
/** What both ends agree on; 0 without carrier. */
export const linkSpeed = (port: Port, now: number): number => isUp(port, now) ? Math.min(port.speedMbps, farEnd(port)?.speedMbps ?? Infinity) : 0
const farEnd = (port: Port) => port.link.ends[port.end === 0 ? 1 : 0]
/** The far side as LLDP learnt it, while there is carrier. */
export const neighbour = (port: Port, now: number) => isUp(port, now) ? farEnd(port) : undefined
