import type { Caller } from '../caller.ts'

/** An interface in few words, for whoever keeps something about it. */
export interface NamedInterface {
  id: number
  device_id: number
  /** Stable number on its device, decimal digits. */
  bind_key: string
  /** Bind key of the PON port of an ONU. */
  parent_bind_key: string | null
  name: string
  /** `ONU`, `PON`, `ETH` … */
  type: string
  /** Null: unknown. */
  status: string | null
  /** From the device. */
  description: string
  device: { id: number; ip: string; name: string }
}

/**
 * Names stored interfaces for other plugins; an id outside the caller's groups is as unknown as one that does
 * not exist.
 */
export interface Interfaces {
  /** Throws INVENTORY_INTERFACE_UNKNOWN (404). */
  named(id: number, caller: Caller): Promise<NamedInterface>
  /** Those of the ids that the caller sees, ordered as asked; the rest is left out. */
  several(ids: readonly number[], caller: Caller): Promise<NamedInterface[]>
  /**
   * The stored interface of a device that a client's word means: its id, its bind key or its name (as it is,
   * else in any case). Null: none, or several of that name; the device's driver may know more. Throws
   * INVENTORY_INTERFACE_AMBIGUOUS (400) for a number that is the id of one and the bind key of another;
   * `id:105`, `bind_key:3` and `name:5` say which is meant, and throw INVENTORY_INTERFACE_UNKNOWN (404) where
   * there is none.
   */
  onDevice(deviceId: number, wanted: string, caller: Caller): Promise<NamedInterface | null>
  /**
   * All that is stored of an interface and its device, in the schema `inventory.InterfaceCard`. Throws
   * INVENTORY_INTERFACE_UNKNOWN (404).
   */
  card(id: number, caller: Caller): Promise<Readonly<Record<string, unknown>>>
}
