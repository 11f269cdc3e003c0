import type { Caller } from '../caller.ts'
import type { Target } from './target.ts'

/** Who holds a device, and for what. */
export interface Holder {
  /** Null: the service itself. */
  login: string | null
  what: string
  /** RFC 3339. */
  since: string
}

/** A hold that has begun. Give it to the calls of the holder: `CallOptions.hold`. */
export interface DeviceHold {
  readonly id: string
  /** Null: the device is not in the inventory, so nobody else can name it. */
  readonly deviceId: number | null
}

/** Who asks for a hold, and how long it is waited for. `signal` ends the waiting, not the hold. */
export interface HoldOptions {
  /** What is being done, as others read it: "registration of an ONU". */
  what: string
  caller: Caller | null
  signal?: AbortSignal | undefined
  /** How long to wait for the end of another hold, in ms; 0 by default, at most 10 minutes. */
  waitMs?: number
}

/** Devices that one task changes alone for a while. Offered as a part of `equipment`. */
export interface Holds {
  /**
   * Runs `work` while changes of this device by others get 409 EQUIPMENT_DEVICE_HELD, in all processes. Reads
   * go on. A change of another process that was on its way may still end. The hold ends with the work,
   * also if it throws, and when this process ends.
   * @throws ApiError EQUIPMENT_DEVICE_HELD if another task holds the device, EQUIPMENT_HOLD_UNKNOWN if the
   *   database does not tell
   */
  hold<T>(target: Target, options: HoldOptions, work: (hold: DeviceHold) => Promise<T>): Promise<T>
  /** Who holds the device; null: nobody. */
  holder(deviceId: number): Promise<Holder | null>
}
