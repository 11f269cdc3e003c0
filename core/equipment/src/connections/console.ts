import { isDeepStrictEqual } from 'node:util'
import { DeviceError } from '@linecard/driver-kit'
import type { CliProfile } from '@linecard/driver-kit/cli'
import type { Target } from '@linecard/plugin-kit'
import type { OpenConsole } from '../console/open.ts'
import type { ConsoleSession } from '../console/session.ts'
import type { OnTranscript } from '../console/state.ts'

/**
 * The console session of one device: signed in at the first command, kept between calls, and opened again if
 * it is not usable any more.
 */
export interface KeptConsole {
  session(
    target: Target,
    profile: CliProfile | undefined,
    onTranscript: OnTranscript,
    signal: AbortSignal,
  ): Promise<ConsoleSession>
  /** After a call: returns to the main mode, or closes the session if that is not possible. */
  rest(): Promise<void>
  close(): void
}

interface Kept {
  session: ConsoleSession
  access: Target['console']
  charset: Target['charset']
  mainMode: string
  onTranscript: OnTranscript
}

/** How long the way back to the main mode may take, in ms. */
const restMs = 5_000

export function createKeptConsole(open: OpenConsole): KeptConsole {
  let kept: Kept | null = null
  const close = () => {
    kept?.session.close()
    kept = null
  }
  return {
    async session(target, profile, onTranscript, signal) {
      if (!profile)
        throw new DeviceError('Unsupported', 'Linecard does not know a command line of this model.')
      const { console: access } = target
      // Other credentials need another login.
      const same =
        kept &&
        kept.mainMode === profile.main &&
        kept.charset === target.charset &&
        isDeepStrictEqual(kept.access, access)
      if (kept && (!same || !kept.session.usable)) close()
      if (!kept) {
        const session = await open(
          target,
          profile,
          entry => (kept ? kept.onTranscript : onTranscript)(entry),
          signal,
        )
        kept = { session, access, charset: target.charset, mainMode: profile.main, onTranscript }
      }
      kept.onTranscript = onTranscript
      return kept.session
    },
    async rest() {
      if (!kept) return
      try {
        await kept.session.rest(AbortSignal.timeout(restMs))
        if (!kept.session.usable) close()
      } catch {
        close()
      }
    },
    close,
  }
}
