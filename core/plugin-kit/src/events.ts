import type { Action } from './actions.ts'
import type { lookSoon, LookSoon } from './conditions/condition.ts'
import type { rulesChanged } from './conditions/rule.ts'
import type { pollNow, PollNow, pollSoon, PollSoon } from './pollers.ts'
import type { DeviceMessage, devicesSaid } from './services/device-messages.ts'
import type { deviceChanged, DeviceChanged, deviceExceeds, DeviceExceeds } from './services/equipment.ts'
import type { fdbSwitchedOff, FdbSwitchedOff } from './services/interfaces.ts'
import type { jobEnded, JobRun } from './services/jobs.ts'
import type { eventsChanged } from './services/network-events.ts'
import type { settingsChanged, SettingsChanged } from './settings.ts'

/**
 * Event of this process after drivers were switched on or off. `Context.drivers` is up to date. Rebuild what
 * was made from the list, for example an index.
 */
export const driversChanged = 'kernel.drivers'

/**
 * Event of this process after components were switched on or off, before the API has their operations.
 * `installation.permissions()` is up to date.
 */
export const componentsChanged = 'kernel.components'

/** States of interfaces of a device that have changed. */
export interface InterfaceStatus {
  device_id: number
  changes: readonly { bind_key: string; status: string | null; previous?: string | null }[]
}

/** A device was found down or up at `time`. `down_at`: since when it was not reached; null: never. */
export interface ReachabilityChanged {
  device_id: number
  time: Date
  down_at: Date | null
}

/** The events of an installation, with their values. A package adds its own by declaration merging. */
export interface EventValues {
  [driversChanged]: null
  [componentsChanged]: null
  /** Event of this process: an operation has ended, and its record is written. */
  'kernel.action': Action
  [jobEnded]: Pick<JobRun, 'key' | 'status' | 'spent_ms'>
  [settingsChanged]: SettingsChanged
  /** Event of every process: users, roles, keys or sessions have changed. */
  'identity.changed': object
  [deviceChanged]: DeviceChanged
  [deviceExceeds]: DeviceExceeds
  /** Events of this process: a device does not answer its pings any more, or again. */
  'device.down': ReachabilityChanged
  'device.up': ReachabilityChanged
  'device.deleted': { device_id: number }
  'interface.status': InterfaceStatus
  [fdbSwitchedOff]: FdbSwitchedOff
  [pollSoon]: PollSoon
  [pollNow]: PollNow
  [lookSoon]: LookSoon
  [rulesChanged]: null
  [eventsChanged]: null
  [devicesSaid]: readonly DeviceMessage[]
}

/**
 * Events within a process and, by `broadcast`, within the installation. They are not stored: a process that
 * does not run, or has lost its connection to the database, misses them.
 */
export interface Events {
  /**
   * Tells every subscriber of this process. Call it after the commit. A failing subscriber is logged and does
   * not affect the others.
   */
  emit<N extends keyof EventValues>(name: N, value: EventValues[N]): void
  /**
   * Tells every process of the installation, also this one, with PostgreSQL's NOTIFY. The value must be below
   * 8000 bytes as JSON. A process of another version may tell another one.
   */
  broadcast<N extends keyof EventValues>(name: N, value: EventValues[N]): Promise<void>
  /**
   * Subscribes to events of a name, and returns the function that ends this: call it in `stop`, nobody else
   * does. Nobody waits for a handler: it may run for several events at a time.
   */
  on<N extends keyof EventValues>(
    name: N,
    handler: (value: EventValues[N]) => void | Promise<void>,
  ): () => void
}
