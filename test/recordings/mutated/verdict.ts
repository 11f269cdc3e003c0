import { macOf } from '@linecard/driver-kit/codecs'
import type { Recording } from '@linecard/driver-kit/recording'
import type { Answered } from './ask.ts'
import { differences, type Difference } from './differences.ts'
import { fallbacks } from './fallbacks.ts'
import type { Mutant } from './mutation.ts'

/**
 * `equal`: nothing is absent and nothing differs, but for what the change means. `said`: something is absent,
 * and the answer or its error says so. `proved`: the agent has shown that it is not there. `wrong`: another
 * value, or a bug. `silent`: something is absent from an answer that says it is whole.
 */
export const verdicts = ['equal', 'said', 'proved', 'wrong', 'silent'] as const
export type Verdict = (typeof verdicts)[number]

export interface Judged {
  verdict: Verdict
  /** What is wrong or silent. */
  why: readonly Difference[]
}

/** Values anywhere in an answer that fit, with their paths. */
function found(data: unknown, fits: (value: unknown) => boolean, path = ''): Difference[] {
  if (fits(data)) return [{ kind: 'value', path, was: null, is: data }]
  if (typeof data !== 'object' || data === null) return []
  return Object.entries(data).flatMap(([key, value]) =>
    found(value, fits, Array.isArray(data) ? path : path === '' ? key : `${path}.${key}`),
  )
}

/** What was not there before: a device itself may send an address of zeros. */
function added(before: readonly Difference[], now: readonly Difference[]): Difference[] {
  const key = ({ path, is }: Difference) => `${path} ${JSON.stringify(is)}`
  const counts = Map.groupBy(before, key)
  return now.filter(one => counts.get(key(one))?.pop() === undefined)
}

const hasColumn = ({ agent, what }: Mutant, column: string): boolean =>
  what !== column || (agent.faults.length === 0 && [...agent.recording.below(column)].length > 0)

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * Math.abs(a)
/** Whether the agent has the value in a column, of numbers also times a power of ten. */
const hasValue = ({ agent }: Mutant, column: string, value: unknown): boolean =>
  Array.from(agent.recording.below(column)).some(one =>
    Buffer.isBuffer(one.value)
      ? macOf(one.value) === value
      : typeof value === 'number' && typeof one.value === 'number'
        ? [1, 10, 100, 1000].some(scale => near(one.value as number, value * scale))
        : one.value === value,
  )

export function judgeAnswer(
  module: string,
  { mutant, recording }: { mutant: Mutant; recording: Recording },
  base: Answered,
  now: Answered,
): Judged {
  if (now.bug) return { verdict: 'wrong', why: [{ kind: 'value', path: 'bug', was: null, is: now.error }] }
  if (now.error !== null) return { verdict: 'said', why: [] }
  const same = mutant.same ?? (data => data)
  const all = differences(same(base.data), same(now.data)).filter(one => !mutant.expected?.(one))
  const banned = mutant.forbidden
    ? added(found(base.data, mutant.forbidden), found(now.data, mutant.forbidden))
    : []
  const isSaid = now.missing.length > 0
  const proved = typeof mutant.proved === 'function' ? mutant.proved(now) : mutant.proved === true
  const fellBack = ({ path, is }: Difference) =>
    (isSaid || proved) &&
    fallbacks.some(
      one =>
        one.module.test(module) &&
        one.path.test(path) &&
        (!one.proved || proved) &&
        (one.without === undefined || !hasColumn(mutant, one.without)) &&
        (one.hurt === undefined || one.hurt.includes(mutant.what)) &&
        (one.shown?.(is, recording) ?? true) &&
        (one.among?.some(column => hasValue(mutant, column, is)) ?? true) &&
        (one.fits?.(is) ?? true),
    )
  const wrong = all.filter(one => one.kind === 'value' && !fellBack(one))
  if (wrong.length + banned.length > 0) return { verdict: 'wrong', why: [...banned, ...wrong] }
  if (all.length === 0) return { verdict: 'equal', why: [] }
  if (isSaid) return { verdict: 'said', why: [] }
  return proved ? { verdict: 'proved', why: [] } : { verdict: 'silent', why: all }
}
