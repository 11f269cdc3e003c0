import type { Caller } from '../caller.ts'
import type { SnmpAccess } from './target.ts'

/** A device of the inventory, as whoever looks for new ones needs to know it. */
export interface KnownDevice {
  id: number
  ip: string
  name: string
  group_id: number
  /** AA:BB:CC:DD:EE:FF and serial number, or empty. */
  mac: string
  serial: string
  model: { key: string; name: string } | null
}

/** What stands at an address. Null where the device does not say it. */
export interface DetectedDevice {
  /** Null: no driver knows it. */
  model: { id: number; key: string; name: string; type: string } | null
  name: string | null
  location: string | null
  mac: string | null
  serial: string | null
  descr: string | null
  object_id: string | null
  /** What decided; `generic`: only what every agent says. */
  tier: string | null
}

export interface NewDevice {
  ip: string
  name: string
  location: string
  mac: string
  serial: string
  description: string
  model_id: number
  access_id: number
  group_id: number
}

/** Taking in devices that were found, offered by `inventory`. */
export interface Intake {
  /** Access profiles by their ids, without secrets; unknown ids are left out. */
  profiles(ids: readonly number[]): Promise<{ id: number; name: string }[]>
  /**
   * How a profile asks for SNMP, with opened secrets: never logged. Unknown ids are left out. Throws CONFLICT
   * for SNMPv3 without a user.
   */
  access(ids: readonly number[]): Promise<{ id: number; snmp: SnmpAccess }[]>
  /** Every device within a network, of all groups. */
  within(cidr: string): Promise<KnownDevice[]>
  /**
   * Devices of all groups at one of these addresses, or with this MAC address or serial number; 100 at most.
   */
  alike(marks: { ips: readonly string[]; mac: string | null; serial: string | null }): Promise<KnownDevice[]>
  /** Asks what stands at an address; stores nothing. Throws the device's error when it is silent. */
  detect(
    address: { ip: string; access_id: number },
    asking: { caller: Caller; signal: AbortSignal },
  ): Promise<DetectedDevice>
  /**
   * Adds a device, whose interfaces are read soon after. Throws CONFLICT `INVENTORY_DEVICE_EXISTS` for an
   * address that is taken.
   */
  add(device: NewDevice, caller: Caller): Promise<{ id: number }>
}
