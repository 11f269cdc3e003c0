import type { Caller } from '../caller.ts'
import type { DeviceHold } from './holds.ts'
import type { Target } from './target.ts'

/**
 * What a guarded change is, and for how long the device waits. `signal` ends only the waiting for the hold.
 */
export interface GuardOptions {
  /** What is being done, as others read it. */
  what: string
  /** After this time the device undoes the change by itself; rounded up to what the device can. */
  revertAfterSec: number
  /** The hold of the caller; without it the guarded change holds the device itself. */
  hold?: DeviceHold | undefined
  caller: Caller | null
  signal?: AbortSignal | undefined
}

/** A guarded change that is armed. */
export interface ArmedGuard {
  hold: DeviceHold
  /**
   * When the device undoes the change by itself, RFC 3339; its clock counts minutes. Null: they count from
   * the commit of the change.
   */
  revertsAt: string | null
}

/** Changes that a device undoes by itself if they cut it off. Offered as a part of `equipment`. */
export interface GuardedChanges {
  /** Whether devices of this model can; false for an unknown model. */
  canRevert(modelKey: string | null): boolean
  /**
   * Runs `work` so that the device undoes it if it cuts us off: after it, all connections are closed,
   * `system` is read and the change is confirmed over new connections. A device that restarts with its saved
   * configuration is armed before; if `work` throws before it has changed anything, the restart is cancelled.
   * Where the commit of the change arms, the commands of `work` are typed for that: once, because a second
   * commit confirms the first. `work` must not save the configuration: save it afterwards.
   * @throws ApiError EQUIPMENT_CHANGE_REVERTS, with the time in `details`, if the device could not be reached
   *   afterwards or `work` failed: it stays armed. Errors of the device if it could not be armed: `work` was
   *   not started. The error of `work` if nothing was committed. EQUIPMENT_CHANGE_REVERTED if the device does
   *   not wait any more. EQUIPMENT_CANNOT_REVERT, EQUIPMENT_DEVICE_HELD
   */
  guarded<T>(target: Target, options: GuardOptions, work: (armed: ArmedGuard) => Promise<T>): Promise<T>
}
