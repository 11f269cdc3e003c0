import type { Missing, Module } from '@linecard/driver-kit'

/** What one module answered in a poll. */
export interface PolledAnswer {
  /** In the schema `result` of the module. Undefined if nothing at all arrived: then `error` says why. */
  data: unknown
  /** The device itself proved that nothing is missing: what is absent does not exist. */
  complete: boolean
  missing: readonly Missing[]
  /** When its reading began: what it says was true then or later. */
  time: Date
  /** Why the answer ended early, or why there is none. Null: it did not. */
  error: { code: string; description: string } | null
}

/** The device of a poll. */
export interface PolledDevice {
  id: number
  ip: string
  name: string
  /** Key of its model in the driver's catalogue. */
  model_key: string
  /** Its status when the poll began. Absent: not known. */
  status?: 'Up' | 'Down' | 'Unknown'
  /** `sysUpTime` of this poll in hundredths of a second; null: not answered. */
  uptime: number | null
  /** When the uptime was read, by the clock of the answers; null: not answered. */
  uptime_at: Date | null
  /** It has restarted since its last poll. Null: unknown. */
  rebooted: boolean | null
}

/** The result of one poller for one device. */
export interface Polled {
  /** Key of the poller. */
  poller: string
  device: PolledDevice
  /** By the name of the module. Modules that the model does not support are absent. */
  answers: ReadonlyMap<string, PolledAnswer>
  /** Aborted when the lease of the poll ends or the service stops. */
  signal: AbortSignal
}

/** What a plugin does with the results of a poller. */
export interface PollStore<C> {
  /** Stores a result. What it throws is in the run log of the poll, and stops no other store. */
  store(ctx: C, polled: Polled): Promise<void>
}

/** `params` of a device and of its model; a key of the device is stronger. */
export interface PolledParams {
  device: Readonly<Record<string, unknown>>
  model: Readonly<Record<string, unknown>>
}

/**
 * Event of this process: a poller of a device is due now, whatever its interval, because something else was
 * found changed. Its value is `PollSoon`.
 */
export const pollSoon = 'pollers.soon'
/**
 * Value of `pollSoon`. It is heeded only while this process polls the device: then what that poll does not
 * read follows it, unless less than a third of its interval has passed since it was read.
 */
export interface PollSoon {
  device_id: number
  /** Keys of pollers. */
  pollers: readonly string[]
}

/**
 * Event of this process: all pollers of these devices are due now, whatever their intervals: a device says
 * that it has restarted. Its value is `PollNow`.
 */
export const pollNow = 'pollers.now'
/** Value of `pollNow`. The devices are due a second later, in whichever process polls them. */
export interface PollNow {
  device_ids: readonly number[]
}

/**
 * A kind of facts that is read in an interval. The key in the slot `pollers` is its name for all:
 * `interfaces_status`. The due pollers of a device share one session, and each module is called once.
 *
 * @property store Stores a result before the plugins that have the poller in `pollStores`. Absent: only they
 *   do
 */
export interface Poller<C> extends Partial<PollStore<C>> {
  summary: string
  /** Default interval, seconds. Models and devices can have others. */
  intervalSec: number
  /** Default interval by a setting of the plugin; 0: off. */
  every?(ctx: C): number
  /**
   * Arguments of its modules for devices with special `params`; null: the device is not asked for this
   * module. Absent: none, and all devices are asked.
   */
  argsFor?(params: PolledParams, module: string): Readonly<Record<string, unknown>> | null
  /** The poller is due for devices whose model supports one of them. */
  modules: readonly Module[]
  /** Operators can change its interval, but not switch it off. */
  always?: true
  /** It is off until an operator switches it on. */
  off?: true
  /**
   * It gets rows about interfaces too that a person has switched off (`poll_enabled`): it keeps which there
   * are, and no values of them. Other pollers do not see such rows.
   */
  seesAll?: true
}

/**
 * A poller of a running plugin, bound to its context, with the stores of all plugins.
 *
 * @property argsFor As `Poller.argsFor`
 */
export interface BoundPoller extends Omit<Poller<never>, 'store' | 'every'> {
  key: string
  /** The plugin that declares it. */
  component: string
  stores: readonly {
    component: string
    /** As `PollStore.store` of this component. */
    store(polled: Polled): Promise<void>
  }[]
}
