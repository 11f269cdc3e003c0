import { createHash } from 'node:crypto'
import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import type { Console, Said } from '../cli/console.ts'
import type { OpenConsole } from '../cli/open.ts'

/**
 * The console of one device: opened when a command comes, kept signed in between calls, opened anew when it
 * cannot be used any more.
 */
export interface Desk {
  console(
    target: Target,
    profile: CliProfile | undefined,
    hear: (said: Said) => void,
    signal: AbortSignal,
  ): Promise<Console>
  /** After a call: back to the main mode, or closed if that is not possible. */
  rest(signal: AbortSignal): Promise<void>
  close(): void
}

export function createDesk(open: OpenConsole): Desk {
  let held: { console: Console; wish: string; hear: (said: Said) => void } | null = null
  const close = () => {
    held?.console.close()
    held = null
  }
  return {
    async console(target, profile, hear, signal) {
      if (!profile) throw new DeviceError('Unsupported', 'This model has no command line that Linecard knows')
      // With other credentials somebody else is signed in.
      const wish = createHash('sha256')
        .update(JSON.stringify([target.console, profile.main]))
        .digest('base64url')
      if (held && (held.wish !== wish || !held.console.usable)) close()
      if (!held) {
        const talk = { hear }
        const console = await open(
          target,
          profile,
          said => (held ? held.hear(said) : talk.hear(said)),
          signal,
        )
        held = { console, wish, hear }
      }
      held.hear = hear
      return held.console
    },
    async rest(signal) {
      if (!held) return
      try {
        await held.console.rest(signal)
        if (!held.console.usable) close()
      } catch {
        close()
      }
    },
    close,
  }
}
