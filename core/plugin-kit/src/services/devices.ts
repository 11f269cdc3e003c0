import type { Caller } from '../caller.ts'
import type { PolledParams } from '../pollers.ts'
import type { Target } from './target.ts'

/** A device as answers embed it. Its schema is `EmbeddedDevice`; the inventory declares the members. */
export interface ShownDevice {
  id: number
  ip: string
  name: string
  [member: string]: unknown
}

/** A device as the pollers plan it. */
export interface PollableDevice {
  id: number
  ip: string
  name: string
  group_id: number
  status: 'Up' | 'Down' | 'Unknown'
  /** Somebody tells its status again and again, see `Reachability`. */
  watched: boolean
  /** Null: nobody asks it: it is off, or has no access profile or no model. */
  model_key: string | null
  /** Seconds by the key of the poller, 0: off; null: as the model. */
  pollers: Readonly<Record<string, number>> | null
  model_pollers: Readonly<Record<string, number>>
  params: PolledParams
}

/**
 * Finds devices for other plugins. A device of a group that the caller does not see is unknown (404).
 */
export interface Devices {
  /**
   * The device with its opened secrets, also if it is switched off.
   * @throws ApiError INVENTORY_DEVICE_UNKNOWN, INVENTORY_IP_INVALID, INVENTORY_ACCESS_MISSING for a device
   *   without an access profile, INVENTORY_SNMP_USER_MISSING for SNMPv3 without a user, VAULT_* for secrets
   *   that cannot be opened
   */
  target(device: { id: number } | { ip: string }, caller: Caller): Promise<Target>
  /**
   * For many devices at once, whoever asks. What it gives throws what `target` would throw for the device.
   */
  targets(ids: readonly number[]): Promise<(id: number) => Target>
  /** A device without its secrets. */
  named(id: number, caller: Caller): Promise<{ id: number; ip: string; name: string }>
  /** The resources of the devices that the caller sees, by id, as `GET /device/{id}` answers them. */
  shown(ids: readonly number[], caller: Caller): Promise<ReadonlyMap<number, ShownDevice>>
  /** The devices that the caller sees, in the order of the ids. The others are left out. */
  several(ids: readonly number[], caller: Caller): Promise<{ id: number; ip: string; name: string }[]>
  /** All devices with these addresses, whoever asks. Unknown addresses are left out. */
  atAddresses(ips: readonly string[]): Promise<{ id: number; ip: string; name: string; enabled: boolean }[]>
  /**
   * Ids of all devices that the caller sees; null: all devices, also removed ones. For lists that are not in
   * the inventory.
   */
  visible(caller: Caller): Promise<readonly number[] | null>
  /** All devices, or those with these ids, in the order of their ids: what the pollers must know of them. */
  pollable(ids?: readonly number[]): Promise<PollableDevice[]>
  /** Device groups by their ids. Unknown ids are left out. */
  groups(ids: readonly number[]): Promise<{ id: number; name: string; description: string }[]>
}
