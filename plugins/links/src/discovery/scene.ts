/** What a scan knows of a network: who its devices are, and what they told. Plain data, no database. */

/** What an interface is, as far as links matter. */
export type SceneKind =
  | 'port'
  /** Several ports that work as one (LACP, port channel, trunk, bond). */
  | 'aggregate'
  /** A PON port of an OLT. Its ONUs are interfaces of their own. */
  | 'pon'
  /** An ONU of an OLT. */
  | 'onu'
  /** VLAN interface, loopback, tunnel: never an end of a link. */
  | 'other'

export interface SceneInterface {
  /** Unique in the scene, not only on its device. */
  id: number
  name: string
  /** Its other names: ifDescr, ifAlias, label. */
  names: readonly string[]
  /** Its port id in the LLDP of its own device (lldpLocPortId). null: not told. */
  announced: string | null
  /** ifIndex. null: not known. */
  index: number | null
  mac: string | null
  /** Id of the aggregate that it is a member of. */
  aggregate: number | null
  /** Link status. null: not told. */
  up: boolean | null
  kind: SceneKind
}

export interface SceneDevice {
  id: number
  /** Name in the inventory. */
  name: string | null
  /** sysName, and other names that it has for itself. */
  names: readonly string[]
  ips: readonly string[]
  /** Every address of its own, in any notation: of its bridge, its management, its chassis id. */
  macs: readonly string[]
  interfaces: readonly SceneInterface[]
  /** Its FDB was read whole, in part, or not at all. */
  fdb: 'whole' | 'part' | 'none'
}

/** A row of a device's table of neighbours. */
export interface Neighbour {
  device: number
  interface: number | null
  /** LLDP, CDP, … in any case. */
  protocol: string
  /** What the neighbour calls itself: a MAC, an address, a name. */
  chassis: string | null
  /** What the neighbour calls its port: a name, an alias, a MAC, a number. */
  port: string | null
  portDescription: string | null
  name: string | null
  address: string | null
}

/** A row of an FDB: behind this interface is this address. */
export interface Learnt {
  device: number
  interface: number
  mac: string
  vlan: number | null
}

/** A row of an ARP table. */
export interface ArpRow {
  /** The device that told it. null: somebody else. */
  device: number | null
  ip: string
  mac: string
}

export interface Scene {
  devices: readonly SceneDevice[]
  neighbours: readonly Neighbour[]
  /** Rows, or pieces of rows as they come from the database. They are read once and not kept. */
  learnt: readonly Learnt[] | AsyncIterable<readonly Learnt[]>
  arp: readonly ArpRow[]
  /** Devices known to be gateways; may be empty. */
  roots: readonly number[]
}
