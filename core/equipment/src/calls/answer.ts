import type { Missing, Module } from '@linecard/driver-kit'
import type { Answer, AnswerMeta } from '@linecard/plugin-kit'
import type { StoredAnswer } from '../answers/store.ts'

interface Given {
  data: unknown
  missing: readonly Missing[]
  answeredBy: readonly string[]
  time: Date
  spentMs: number
  slowed?: AnswerMeta['slowed']
}

/** What a caller gets: the data and its source. `error` says why there is no newer answer. */
export const answerOf = (
  { data, missing, answeredBy, time, spentMs, slowed = null }: Given,
  source: AnswerMeta['source'],
  now: Date,
  error: AnswerMeta['error'] = null,
): Answer<unknown> => ({
  data,
  meta: {
    source,
    from_cache: source !== 'device',
    time: time.toISOString(),
    age_sec: Math.max(0, Math.round((now.getTime() - time.getTime()) / 1000)),
    spent_ms: Math.round(spentMs),
    error,
    missing: [...missing],
    answered_by: [...answeredBy],
    slowed,
  },
})

/**
 * Whether a stored answer may be given instead of asking the device. The result of an exclusive module, such
 * as a cable test, does not expire: the device is not tested again because of its age.
 */
export const isFresh = (
  { exclusive }: Module,
  { complete, outdated, time }: StoredAnswer,
  now: Date,
  ttlMs: number,
): boolean => complete && (exclusive === true || (!outdated && now.getTime() - time.getTime() <= ttlMs))
