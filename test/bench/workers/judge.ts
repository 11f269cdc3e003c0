import { nextDue } from '../../../plugins/pollers/src/plan/grid.ts'
import type { Poll } from './fleet.ts'

/** What is due so soon is polled with what is due (`togetherMs` of the pollers, and some more), in ms. */
const earlyMs = 2_500

export interface Judged {
  /** Due times of all devices. */
  due: number
  done: number
  /** More than one poll for one due time. */
  doubled: number
  /** Stored by the worker that was killed before that was noted, and so polled again. */
  repeated: number
  missed: number
  /** Seconds from the due time to the beginning of each poll that was done, the longest last. */
  late: number[]
}

/** Times are in ms since 1970. */
export interface JudgeOptions {
  intervalSec: number
  /** What was due after `from` and not after `to` counts. */
  from: number
  to: number
  /** When a worker was killed, and the devices with a poll under way then. */
  killed: number
  held: ReadonlySet<number>
}

/** Compares polls with what was due. */
export function judge(polls: readonly Poll[], ids: readonly number[], options: JudgeOptions): Judged {
  const { intervalSec, from, to, killed, held } = options
  const found: Judged = { due: 0, done: 0, doubled: 0, repeated: 0, missed: 0, late: [] }
  const byDevice = Map.groupBy(polls, ({ device_id: id }) => id)
  const step = intervalSec * 1000
  for (const id of ids) {
    const times = (byDevice.get(id) ?? []).map(({ time }) => time.getTime())
    for (let due = nextDue(id, intervalSec, from); due <= to; due += step) {
      const inside = times.filter(time => time >= due - earlyMs && time < due + step - earlyMs)
      found.due++
      if (inside.length === 0) {
        found.missed++
        continue
      }
      found.done++
      const cut = held.has(id) && Math.min(...inside) < killed && Math.max(...inside) > killed
      if (cut && inside.length === 2) found.repeated++
      else found.doubled += inside.length - 1
      found.late.push(Math.max(0, (Math.min(...inside) - due) / 1000))
    }
  }
  found.late.sort((a, b) => a - b)
  return found
}
