import { deviceErrorKinds } from '@linecard/driver-kit'
import type { Failing, PolledAnswer, PollOptions, Target } from '@linecard/plugin-kit'
import type { CallLog } from './log.ts'
import type { Cost } from './device-call.ts'

/** A line of the call log about a poll. `code` null: the module succeeds again. */
export interface PollNews {
  module: string
  code: string | null
}

/** The key of the whole device in `Failing`. */
const whole = ''

const silent: ReadonlySet<string> = new Set([
  deviceErrorKinds.DeviceTimeout.code,
  deviceErrorKinds.DeviceUnreachable.code,
])
/** A device that is known to be down is not asked each time: its silence has two codes. */
const isSame = (before: string | undefined, now: string): boolean =>
  before === now || (before !== undefined && silent.has(before) && silent.has(now))

/**
 * What is new in the answers of a poll, compared with what failed before. A device that answers nothing is
 * one line, and one more when it answers again; the modules that failed before its silence are as they were.
 *
 * @param alive it gave its uptime
 */
export function pollNews(
  before: Failing,
  answers: ReadonlyMap<string, PolledAnswer>,
  alive: boolean,
): { news: PollNews[]; failing: Failing } {
  const codes = [...answers].map(([module, { error }]) => ({ module, code: error?.code ?? null }))
  const first = codes[0]
  if (!first) return { news: [], failing: before }
  const silence = codes.every(({ code }) => code !== null)
  const nothing = [...answers.values()].every(({ data }) => data === undefined)
  if (!alive && silence && nothing) {
    const same = isSame(before[whole], first.code!)
    return { news: same ? [] : [first], failing: { ...before, [whole]: first.code! } }
  }
  const failing = new Map(Object.entries(before))
  const back = failing.delete(whole)
  const news = codes.filter(({ module, code }) => {
    const known = failing.get(module)
    if (code === null) return failing.delete(module)
    failing.set(module, code)
    return !isSame(known, code)
  })
  const good = codes.find(({ code }) => code === null)
  if (back && good && !news.includes(good)) news.unshift(good)
  return { news, failing: Object.fromEntries(failing) }
}

/** A poll that has ended. */
interface Ended {
  target: Target
  answers: ReadonlyMap<string, PolledAnswer>
  /** What each module has cost; those that were not asked have none. */
  costs: ReadonlyMap<string, Pick<Cost, 'spentMs' | 'requests'>>
  /** What each module that failed has thrown. */
  errors: ReadonlyMap<string, unknown>
  requests: number
}

/** Writes what is new in a poll into the call log. Gives what fails now. */
export function notePoll(
  { callLog, clock }: { callLog: CallLog; clock: () => Date },
  { target: { ip, deviceId, copyOf }, answers, costs, errors, requests }: Ended,
  { failing, caller, signal }: PollOptions,
  { alive, spentMs }: { alive: boolean; spentMs: number },
): Failing {
  if (!failing) return {}
  // A poll that was ended says nothing about the device.
  if (signal?.aborted) return failing
  const { news, failing: now } = pollNews(failing, answers, alive)
  for (const { module, code } of news)
    callLog.add({
      time: clock(),
      deviceId,
      copyOf: copyOf ?? null,
      ip,
      module,
      args: {},
      from: 'device',
      userId: caller?.userId ?? null,
      login: caller?.login ?? null,
      ok: code === null,
      errorCode: code,
      error: errors.get(module),
      ...(costs.get(module) ?? { spentMs, requests }),
    })
  return now
}
