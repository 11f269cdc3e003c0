import type { Session } from './session.ts'

/** How a device goes back by itself, after some minutes, to the configuration of before a change. */
export interface Revert<Params = unknown> {
  /**
   * `before`: `arm` arms it, then the change is made. `commit`: the commit of the change arms it as well;
   * `arm` only proves that it can, and the minutes count from the commit.
   */
  arms: 'before' | 'commit'
  minutes: { min: number; max: number }
  /** Console commands that must not be typed meanwhile, because they save a change for good. */
  saves?: RegExp
  /**
   * With `arms: 'commit'`: what is typed for a console command of the change; null: the command as it is.
   */
  instead?(command: string, minutes: number): RevertTyped | null
  /**
   * Declared as methods, so that those of several families fit in one list.
   * @throws DeviceError Conflict if the device has changes that it would lose as well, or that wait already
   */
  arm(session: Session<Params>, minutes: number): Promise<void>
  /** Asks the device whether it will still go back by itself. */
  armed(session: Session<Params>): Promise<boolean>
  /**
   * Cancels it, so the change stays. It is also called if nobody knows whether `arm` has armed, and `armed`
   * is asked afterwards.
   */
  disarm(session: Session<Params>): Promise<void>
}

/** Commands that take the place of one of a change, in order. `arms`: the last place of one that arms. */
export interface RevertTyped {
  commands: readonly string[]
  /** Which of them makes the change, and arms. Null: none. */
  arms: number | null
}
