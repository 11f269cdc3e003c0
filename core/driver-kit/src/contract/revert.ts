import type { Session } from './session.ts'

/** How a device goes back by itself, after some minutes, to the configuration that it has now. It restarts. */
export interface Revert<Params = unknown> {
  minutes: { min: number; max: number }
  /** Console commands that must not be typed meanwhile, because they save a change for good. */
  saves?: RegExp
  /**
   * Declared as methods, so that those of several families fit in one list.
   * @throws DeviceError Conflict if the device has changes that it would lose as well
   */
  arm(session: Session<Params>, minutes: number): Promise<void>
  armed(session: Session<Params>): Promise<boolean>
  disarm(session: Session<Params>): Promise<void>
}
