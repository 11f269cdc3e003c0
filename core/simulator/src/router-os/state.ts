import type { DeviceBase } from '../simulated/base.ts'
import type { Peer } from '../simulated/bgp-peer.ts'
import type { Port } from '../simulated/port.ts'
import type { Station } from '../simulated/stations.ts'
import type { Phase } from '../simulated/timeline.ts'
import type { Vlan } from '../simulated/vlan.ts'

export interface Lease {
  id: number
  ip: string
  mac: string
  server: string
  dynamic: boolean
  disabled: boolean
  comment: string
  host: string
  /** Null: the address was entered by hand, and no subscriber has it. */
  station: Station | null
}

export interface StaticArp {
  id: number
  ip: string
  mac: string
  port: Port
  disabled: boolean
  comment: string
}

export interface ListEntry {
  id: number
  list: string
  address: string
  createdMs: number
  disabled: boolean
  dynamic: boolean
  comment: string
}

export interface Queue {
  id: number
  name: string
  target: string
  limit: string
  disabled: boolean
  comment: string
}

/** An entry of the scheduler. */
export interface Schedule {
  id: number
  name: string
  everySec: number
  /** The command that it runs. Only one that loads a backup has an effect. */
  event: string
  nextMs: number
  runs: number
  disabled: boolean
}

/** What a backup keeps: what menus can change. */
export interface Backup {
  sysName: string
  apiOff: boolean
  leases: readonly Lease[]
  statics: readonly StaticArp[]
  lists: readonly ListEntry[]
  queues: readonly Queue[]
  schedules: readonly Schedule[]
  ports: readonly { alias: string; admin: boolean }[]
}

/** A VLAN interface on the bridge, with its network and its address there. */
export interface VlanInterface {
  port: Port
  vlan: Vlan
  network: string
  address: string
  disabled: boolean
}

/** The state of a simulated RouterOS. SNMP and the API read and change the same state. */
export interface RouterOsState extends DeviceBase {
  version: 6 | 7
  board: string
  localAs: number
  ether: readonly Port[]
  bridge: Port
  inner: readonly VlanInterface[]
  /** All interfaces. */
  ports: readonly Port[]
  vlans: readonly Vlan[]
  stations: readonly Station[]
  leases: Lease[]
  statics: StaticArp[]
  lists: ListEntry[]
  queues: Queue[]
  peers: readonly Peer[]
  schedules: Schedule[]
  /** Backups in the file system, by name. */
  files: Map<string, Backup>
  /** The service of the API is disabled: no new connection is taken. */
  apiOff: boolean
  /** Listeners that are called when the router restarts. */
  rebooted: Set<() => void>
}

/** Whether the subscriber of a lease is active, and since when. Undefined if no subscriber has it. */
export const activeAt = ({ clock }: RouterOsState, { station }: Lease): Phase<boolean> | undefined =>
  station?.active.at(clock.now())

/** The interface of a VLAN. */
export const vlanPort = ({ inner }: RouterOsState, id: number): Port | undefined =>
  inner.find(({ vlan }) => vlan.id === id)?.port
