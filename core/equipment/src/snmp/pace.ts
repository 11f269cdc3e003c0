import type { SnmpTuning } from '@linecard/driver-kit'
import type { Learnt } from './types.ts'

/**
 * Octets of the varbinds of an answer. With the headers of SNMPv3, UDP and IP such a packet has less than
 * 1420 octets: neither Ethernet nor the usual tunnels fragment it.
 */
export const answerRoom = 1260
/** The same for SNMPv1 and v2c, whose headers are shorter. */
const communityRoom = 1340
const defaultRepetitions = 40
const defaultColumns = 10
/** A GETBULK for so few varbinds is not too large for any agent. */
const smallAsk = 4

/**
 * How much one request may ask of an agent, learnt from its answers. A refusal (tooBig, genErr, an answer
 * without varbinds) lowers the limit at once. Silence may also be packet loss: it lowers the limit only if no
 * request of this size was answered before, and the limit grows again after a while.
 */
export interface Pace {
  readonly learnt: Learnt
  /** Columns of one request. */
  columns: number
  /** OIDs of one GET. */
  oids: number
  /** The agent has answered something on this connection. */
  alive: boolean
  /** Rows to ask for, if one row of these columns has so many octets. 0: use GETNEXT. */
  rows(columns: number, octets: number): number
  answered(asked: number): void
  refused(asked: number, columns: number): void
  /** No answer to a GETBULK of so many varbinds, but an answer to the GETNEXT after it. */
  silent(asked: number): void
}

export function createPace(
  version: '1' | '2c' | '3',
  tuning: SnmpTuning = {},
  before: Partial<Learnt> = {},
): Pace {
  const bulk = version !== '1'
  const room = version === '3' ? answerRoom : communityRoom
  const learnt: Learnt = {
    maxRepetitions: before.maxRepetitions ?? null,
    maxVarbinds: before.maxVarbinds ?? null,
    noBulk: before.noBulk ?? tuning.noBulk ?? false,
  }
  const maxRepetitions = tuning.maxRepetitions ?? defaultRepetitions
  let bound = Infinity
  let proven = 0
  let failures = 0
  let inRow = 0
  return {
    learnt,
    columns: tuning.maxColumns ?? defaultColumns,
    oids: 30,
    alive: false,
    rows(columns, octets) {
      if (!bulk || learnt.noBulk) return 0
      const ceiling = Math.min(bound, learnt.maxVarbinds ?? Infinity)
      return Math.max(
        1,
        Math.min(
          maxRepetitions,
          learnt.maxRepetitions ?? Infinity,
          Math.floor(room / octets),
          Math.floor(ceiling / columns),
        ),
      )
    },
    answered(asked) {
      proven = Math.max(proven, asked)
      if (++inRow < 8 || bound === Infinity) return
      inRow = 0
      bound *= 2
    },
    refused(asked, columns) {
      const fewer = Math.max(1, Math.floor(asked / 2))
      learnt.maxVarbinds = Math.min(learnt.maxVarbinds ?? Infinity, fewer)
      if (columns === 1) learnt.maxRepetitions = Math.min(learnt.maxRepetitions ?? Infinity, fewer)
    },
    silent(asked) {
      inRow = 0
      if (asked <= proven) return
      failures++
      if (proven === 0 && failures >= 3 && asked <= smallAsk) learnt.noBulk = true
      bound = Math.max(proven, 1, Math.floor(asked / (proven === 0 ? 4 : 2)))
      // Two failures above a size that works are no packet loss.
      if (proven > 0 && failures >= 2) learnt.maxVarbinds = Math.max(1, bound)
    },
  }
}
