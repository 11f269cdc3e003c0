import type { Caller } from '../caller.ts'
import type { SnmpAccess } from './target.ts'

/** A device of the inventory, for a search for new devices. */
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

/** The equipment at an address. Null: the device does not tell it. */
export interface DetectedDevice {
  /** Null: no driver knows it. */
  model: { id: number; key: string; name: string; type: string } | null
  name: string | null
  location: string | null
  mac: string | null
  serial: string | null
  descr: string | null
  object_id: string | null
  /** How the model was found; `generic`: only from objects that every agent has. */
  tier: string | null
}

/**
 * A device to be added. A MAC address may have any notation; it and the other texts may be empty. Texts that
 * are too long are cut.
 */
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

/** Adds devices that were found. Offered by `inventory`. */
export interface Intake {
  /** Access profiles that the caller may use, by their ids, without secrets. Other ids are left out. */
  profiles(ids: readonly number[], caller: Caller): Promise<{ id: number; name: string }[]>
  /**
   * Whether the caller may search a network with these profiles and add what is found to a group.
   * @throws ApiError INSUFFICIENT_PRIVILEGES for a network outside of the groups of the caller and for a
   * profile that devices of the group may not get; RESOURCE_NOT_FOUND for an unknown profile
   */
  assertSearch(
    search: { access_ids: readonly number[]; group_id: number; cidr: string },
    caller: Caller,
  ): Promise<void>
  /**
   * SNMP access of profiles, with opened secrets: never log it. Unknown ids are left out.
   * @throws ApiError CONFLICT for SNMPv3 without a user
   */
  access(ids: readonly number[]): Promise<{ id: number; snmp: SnmpAccess }[]>
  /** All devices in a network, of all groups. */
  within(cidr: string): Promise<KnownDevice[]>
  /**
   * Devices of all groups with one of these addresses, this MAC address or this serial number; at most 100.
   */
  alike(marks: { ips: readonly string[]; mac: string | null; serial: string | null }): Promise<KnownDevice[]>
  /** Finds the model of the device at an address. Stores nothing. Throws the error of a silent device. */
  detect(
    address: { ip: string; access_id: number },
    asking: { caller: Caller; signal: AbortSignal },
  ): Promise<DetectedDevice>
  /**
   * Adds a device. Its interfaces are read soon after.
   * @throws ApiError CONFLICT `INVENTORY_DEVICE_EXISTS` if the address is taken
   */
  add(device: NewDevice, caller: Caller): Promise<{ id: number }>
}
