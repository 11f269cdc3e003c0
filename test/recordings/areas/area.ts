import type { Recording } from '@linecard/driver-kit/recording'
import type { Answers, Gaps, Port } from '../answers.ts'
import type { Expected } from '../folder.ts'
import type { Area } from './headings.ts'

export type { Area } from './headings.ts'

/**
 * One recording with the results of the other system and our answers. `wrapped`: OIDs of octets that the
 * recorder wrote as lines of a dump.
 */
export interface Case {
  name: string
  vendor: string
  driver: string
  recording: Recording
  wrapped: ReadonlySet<string>
  expected: Expected
  ports: readonly Port[]
  answers: Answers
  gaps: Gaps
}

/**
 * How our answer says that a row is not in it: `missing` names the table, the model has no such module, or the
 * module reads the device over its console or API, which is not recorded.
 */
export type Said = 'missing' | 'no-module' | 'other-way'

/**
 * One row of both sides. Null: that side does not have it. The reasons of the area check `facts`.
 */
export interface Row<F = unknown> {
  area: Area
  key: string
  theirs: string | null
  ours: string | null
  facts: F
  said?: Said | null
}

/**
 * Why a difference is right, or at least understood: a known behaviour or fault of one side, or a gap of the
 * recording. It is checked on the row. The first reason that fits counts.
 */
export interface Reason<F> {
  id: string
  areas: readonly Area[]
  text: string
  fits(row: Row<F>, of: Case): boolean
}

/** How one kind of rows is compared. */
export interface Comparison<F> {
  rows(of: Case): Row<F>[]
  reasons: readonly Reason<F>[]
}

/**
 * The result of a row: equal, explained by a reason, absent from our answer, which says so, different, or
 * only in our answer.
 */
export interface Outcome {
  area: Area
  key: string
  result: 'equal' | 'explained' | 'said' | 'different' | 'ours'
  /** Id of the reason, or how it is said. */
  reason: string | null
  theirs: string | null
  ours: string | null
}

/** Compares all rows of a recording in one area. */
export const judge =
  <F>({ rows, reasons }: Comparison<F>) =>
  (of: Case): Outcome[] =>
    rows(of).map(row => {
      const { area, key, theirs, ours } = row
      if (theirs === null) return { area, key, result: 'ours', reason: null, theirs, ours }
      if (theirs === ours) return { area, key, result: 'equal', reason: null, theirs, ours }
      const reason = reasons.find(one => one.areas.includes(area) && one.fits(row, of))
      if (!reason && ours === null && row.said)
        return { area, key, result: 'said', reason: row.said, theirs, ours }
      return {
        area,
        key,
        result: reason ? 'explained' : 'different',
        reason: reason?.id ?? null,
        theirs,
        ours,
      }
    })

/** Ignores blanks at the ends, repeated blanks and control characters. */
export const bare = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ')
export const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  bare(a) === bare(b)

/** Whether two numbers differ only by rounding. */
export const near = (a: number | null | undefined, b: number | null | undefined, by: number): boolean =>
  a != null && b != null && Math.abs(a - b) <= by

/** The value of an OID as a number, if the recording has one there. */
export function numberAt({ recording }: Case, oid: string): number | null {
  const value = recording.get(oid.replace(/^\./, ''))?.value
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  const text = Buffer.isBuffer(value) ? value.toString('latin1').trim() : ''
  return /^[-+]?\d+(\.\d+)?/.test(text) ? Number.parseFloat(text) : null
}
/** The value of an OID as text, if the recording has octets there. */
export function textAt({ recording }: Case, oid: string): string | null {
  const value = recording.get(oid.replace(/^\./, ''))?.value
  return Buffer.isBuffer(value) ? value.toString('utf8') : null
}
/**
 * Whether the recording has interfaces. Many recordings contain only the objects of one feature of the other
 * system.
 */
export const hasInterfaces = (of: Case): boolean =>
  holds(of, '1.3.6.1.2.1.2.2') || holds(of, '1.3.6.1.2.1.31.1.1')
/** Whether the recording holds anything below an OID. */
export const holds = ({ recording }: Case, oid: string): boolean =>
  !recording.below(oid)[Symbol.iterator]().next().done
