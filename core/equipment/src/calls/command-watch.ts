import type { Session } from '@linecard/driver-kit'
import type { CommandWatch, Logger } from '@linecard/plugin-kit'
import type { GiveTime } from './command-time.ts'

/** What the console modules of this package get beside the session of a driver. */
export interface ConsoleModuleSession extends Session, ConsoleModuleOptions {}

/** How several commands of one call are watched, timed and stopped. */
export interface ConsoleModuleOptions {
  /** See `CallOptions.commands`. */
  readonly commands?: CommandWatch | undefined
  /** Called before each command and each pause. */
  readonly giveTime?: GiveTime | undefined
  /** Fires when the service stops: a sequence ends between two commands. */
  readonly closing?: AbortSignal | undefined
}

/** The same, with failures of `onCommand` in the log: they must not end commands in the middle. */
export const loggingWatch = (watch: CommandWatch, log: Logger): CommandWatch => ({
  ...watch,
  async onCommand(done) {
    // A watcher may be asynchronous all the same.
    const told = async () => watch.onCommand?.(done)
    await told().catch((error: unknown) =>
      log.error({ err: error, at: done.at, of: done.of }, 'a watcher of console commands failed'),
    )
  },
})
