import type { Reason, Verdict } from '../judge/index.ts'

/** A member of an outage, as it is stored. Times are ms. */
export interface Member {
  id: number
  port: string | null
  model: string
  reason: Reason
  lostAt: number
  deregAt: number | null
  backAt: number | null
}

/** An outage that has not ended. */
export interface OpenOutage {
  id: number
  verdict: Verdict
  members: ReadonlyMap<number, Member>
  looks: number
  /** The reading that has shown it last. */
  seenAt: number
  openedAt: number | null
}
