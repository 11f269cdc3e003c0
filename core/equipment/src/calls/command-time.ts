import { DeviceError } from '@linecard/driver-kit'
import type { ConsoleCommand } from '@linecard/driver-kit/cli'
import type { Restart } from '../waiting/signals.ts'

/** Longest time of all console commands of one call with their pauses, ms. */
export const mostCommandsMs = 3_600_000

/**
 * Gives the next command or pause of a call its own time: `ms` beside the time of any call
 * (`call_deadline_sec`). All together have an hour.
 */
export type GiveTime = (ms: number) => void

/** `deadlineMs`: the time of any call. It may be longer than `mostMs`; then that is the bound of all. */
export function commandTime(deadlineMs: number, restart: Restart, mostMs = mostCommandsMs): GiveTime {
  let until: number | null = null
  return ms => {
    until ??= performance.now() + Math.max(mostMs, deadlineMs)
    restart(Math.min(deadlineMs + ms, Math.max(0, until - performance.now())))
  }
}

/** Refuses pauses that the call has no time for, before anything is typed. @throws DeviceError BadArgument */
export function assertPauses(lines: readonly Pick<ConsoleCommand, 'sleepMs'>[]): void {
  const seconds = lines.reduce((sum, { sleepMs }) => sum + sleepMs, 0) / 1000
  if (seconds * 1000 <= mostCommandsMs) return
  throw new DeviceError(
    'BadArgument',
    `The pauses of the commands take ${Math.ceil(seconds)} s; one call has ${mostCommandsMs / 1000} s.`,
    { argument: 'commands' },
  )
}
