import type { Missing } from '@linecard/driver-kit'
import type { Answer, AnswerMeta } from '@linecard/plugin-kit'

interface Given {
  data: unknown
  missing: readonly Missing[]
  time: Date
  spentMs: number
}

/** What a caller gets: the data, and where it comes from. `error` is why there is nothing newer. */
export const answerOf = (
  { data, missing, time, spentMs }: Given,
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
  },
})
