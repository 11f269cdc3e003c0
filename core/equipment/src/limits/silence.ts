import { DeviceError } from '@linecard/driver-kit'
import type { Config } from '../config.ts'
import { mostRecent } from './recent.ts'

/** A device that answers nothing. */
interface Silent {
  since: Date
  /** How long calls have waited for nothing, in ms. */
  silentMs: number
  /** From then on one call may try it, as `performance.now()`. */
  retryAt: number
  /** A call tries it. */
  tried: boolean
}

/** What one call may do with a device that may be down. */
export interface Attempt {
  /** The device has answered something in this call. */
  answered(): void
  /** The call has sent requests, and in this time none of them was answered. */
  silent(ms: number): void
  /** Whether the device counts as down after this time of silence: then it must be proven. */
  wouldBeDown(ms: number): boolean
  /** The call has ended. */
  end(): void
}

/**
 * Which devices are down, from the calls of this process. A device is down when calls to it have sent
 * requests for at least `down_after_sec` and nothing at all came back: a slow table, a refusal or a cut
 * answer is a life sign. While it is down, one call in `down_retry_sec` goes through, so that it is soon
 * seen when it is back.
 */
export interface Silence {
  /**
   * Before a call waits for its turn, and again when it has it.
   * @throws DeviceError DeviceUnreachable at once
   */
  enter(key: string, ip: string, insist: boolean): Attempt
  /** Nothing of it was answered the last time. */
  isSilent(key: string): boolean
  /** @throws DeviceError if a call of it would be refused now */
  check(key: string, ip: string): void
  /** @throws DeviceError if the device was found to be down while the call waited */
  recheck(key: string, ip: string, attempt: Attempt): void
  readonly down: number
}

const maxDevices = 100_000

export function createSilence(
  settings: Pick<Config, 'down_after_sec' | 'down_retry_sec'>,
  clock: () => Date,
): Silence {
  const known = mostRecent<Silent>(maxDevices)
  const trying = new WeakSet<Attempt>()
  const isDown = ({ silentMs }: Pick<Silent, 'silentMs'>) =>
    settings.down_retry_sec > 0 && silentMs >= settings.down_after_sec * 1000

  const refuse = (ip: string, { since, retryAt, tried }: Silent): never => {
    const ageSec = Math.max(0, Math.round((clock().getTime() - since.getTime()) / 1000))
    const waitSec = tried ? 0 : Math.max(0, Math.ceil((retryAt - performance.now()) / 1000))
    throw new DeviceError(
      'DeviceUnreachable',
      `${ip} has answered nothing since ${since.toISOString()} (${ageSec} s). It was not asked now; ` +
        `${tried ? 'another call is trying it' : `it is tried again in ${waitSec} s`}. ` +
        'To ask it all the same, send the header X-Insist: true.',
      { down: { since: since.toISOString(), age_sec: ageSec, retry_in_sec: waitSec, stored: null } },
    )
  }
  return {
    enter(key, ip, insist) {
      const since = clock()
      const silent = known.get(key)
      const down = silent !== undefined && isDown(silent)
      const tries = down && !insist && !silent.tried && performance.now() >= silent.retryAt
      if (down && !insist && !tries) refuse(ip, silent)
      if (tries) silent.tried = true
      const attempt: Attempt = {
        answered: () => void known.delete(key),
        wouldBeDown: ms => {
          const before = known.get(key)
          return isDown({ silentMs: (before?.silentMs ?? 0) + ms }) && !(before && isDown(before))
        },
        silent(ms) {
          const mine = known.get(key) ?? { since, silentMs: 0, retryAt: 0, tried: false }
          mine.silentMs += ms
          mine.retryAt = performance.now() + settings.down_retry_sec * 1000
          known.set(key, mine)
        },
        end() {
          if (tries) silent.tried = false
        },
      }
      if (tries || insist) trying.add(attempt)
      return attempt
    },
    isSilent: key => known.has(key),
    check(key, ip) {
      const silent = known.get(key)
      if (silent && isDown(silent) && (silent.tried || performance.now() < silent.retryAt)) refuse(ip, silent)
    },
    recheck(key, ip, attempt) {
      const silent = known.get(key)
      if (silent && isDown(silent) && !trying.has(attempt)) refuse(ip, silent)
    },
    get down() {
      return [...known.values()].filter(isDown).length
    },
  }
}
