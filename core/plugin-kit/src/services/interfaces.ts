import type { ExpectedPort } from '@linecard/driver-kit'
import type { Caller } from '../caller.ts'
import type { SqlEntityManager } from '../sql.ts'

/**
 * Event of this process: a person has switched off that MAC addresses of an interface are kept. Its value is
 * `FdbSwitchedOff`. What is stored of them is to be removed.
 */
export const fdbSwitchedOff = 'interface.fdb_off'
/** Value of `fdbSwitchedOff`. It comes after the commit, and again if the switch is set again. */
export interface FdbSwitchedOff {
  interface_id: number
}

/** An interface with the few fields that other plugins need. */
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
  /**
   * What the device must show there before it is asked or changed; null: the device has not listed it yet.
   */
  expected: ExpectedPort | null
  device: { id: number; ip: string; name: string }
}

/** Interfaces of a device of which pollers keep nothing; see `Interfaces.leftAlone`. */
export interface LeftAlone {
  /** Bind keys of stored interfaces that a person has switched off (`poll_enabled`). */
  unpolled: ReadonlySet<string>
  /** Names by bind key of interfaces that nobody wants: they are not stored. */
  leftOut: ReadonlyMap<string, string>
}

/** When a reading of the interfaces of a device read what it stored. */
export interface Refreshed {
  /** The list of interfaces; null: the device gave none. */
  list: Date | null
  /** The states of all its ONUs; null: some or all of them did not arrive, or it is no OLT. */
  onus: Date | null
}

/**
 * Finds stored interfaces for other plugins. An interface of a group that the caller does not see is unknown.
 */
export interface Interfaces {
  /** Throws INVENTORY_INTERFACE_UNKNOWN (404). */
  named(id: number, caller: Caller): Promise<NamedInterface>
  /** The interfaces that the caller sees, in the order of the ids. The others are left out. */
  several(ids: readonly number[], caller: Caller): Promise<NamedInterface[]>
  /**
   * The stored interface of a device that a client names by its id, its bind key or its name (exactly, else
   * in any case). Null: none, or several of that name; the driver of the device may know more. `id:105`,
   * `bind_key:3` and `name:5` tell what is meant.
   * @throws ApiError INVENTORY_INTERFACE_AMBIGUOUS (400) for a number that is the id of one interface and the
   *   bind key of another; INVENTORY_INTERFACE_UNKNOWN (404) for an unknown `id:`, `bind_key:` or `name:`
   */
  onDevice(deviceId: number, wanted: string, caller: Caller): Promise<NamedInterface | null>
  /** What is stored of the port with this bind key, for the service itself; null: none. */
  expected(deviceId: number, bindKey: string): Promise<ExpectedPort | null>
  /**
   * Tells that a component keeps what people write about interfaces: `source` gives those of the ids about
   * which it has something, asked by the given entity manager. Such an interface is never left out.
   */
  writtenBy(
    component: string,
    source: (em: SqlEntityManager, ids: readonly number[]) => Promise<readonly number[]>,
  ): void
  /** The components that have something about these interfaces, by the ids of those. */
  written(em: SqlEntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
  /** Of devices with such interfaces: those of which pollers keep no state, no value and no series. */
  leftAlone(deviceIds: readonly number[]): Promise<ReadonlyMap<number, LeftAlone>>
  /**
   * Reads the interfaces of a device now. A reading that has begun is waited for. Never fails: the device's
   * row has the reason.
   */
  refresh(deviceId: number): Promise<Refreshed>
  /**
   * All stored fields of an interface and its device, in the schema `inventory.InterfaceCard`. Throws
   * INVENTORY_INTERFACE_UNKNOWN (404).
   */
  card(id: number, caller: Caller): Promise<Readonly<Record<string, unknown>>>
}
