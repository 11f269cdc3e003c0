import type { SnmpTuning } from '@linecard/driver-kit'
import type { Learnt } from './types.ts'

/**
 * Octets of varbinds that leave an answer below 1400 octets, which crosses an Ethernet without fragments,
 * SNMPv3 headers included.
 */
export const answerRoom = 1260
const defaultRepetitions = 40
const defaultColumns = 10
/** A GETBULK for so few varbinds that its size cannot be the reason for silence. */
const smallAsk = 4

/**
 * How much one agent can be asked for, found out while asking. What it refuses (tooBig, genErr, an answer
 * without varbinds) is believed at once. Silence may as well be loss: it lowers the bound only for asks
 * greater than any that was answered, and the bound is tried again after a while.
 */
export interface Pace {
  readonly learnt: Learnt
  /** Columns that one request may carry. */
  columns: number
  /** OIDs that one GET may carry. */
  oids: number
  /** Something was answered in this session. */
  alive: boolean
  readonly bulk: boolean
  /** Rows to ask of columns whose varbinds take so many octets together; 0 means GETNEXT. */
  rows(columns: number, octets: number): number
  answered(asked: number): void
  refused(asked: number, columns: number): void
  /** No answer to a GETBULK of so many varbinds, yet a GETNEXT after it was answered. */
  silent(asked: number): void
}

export function createPace(bulk: boolean, tuning: SnmpTuning = {}, before: Partial<Learnt> = {}): Pace {
  const learnt: Learnt = {
    maxRepetitions: before.maxRepetitions ?? null,
    maxVarbinds: before.maxVarbinds ?? null,
    noBulk: before.noBulk ?? tuning.noBulk ?? false,
  }
  const most = () => Math.min(tuning.maxRepetitions ?? defaultRepetitions, learnt.maxRepetitions ?? Infinity)
  let bound = Infinity
  let proven = 0
  let failures = 0
  let inRow = 0
  return {
    learnt,
    columns: tuning.maxColumns ?? defaultColumns,
    oids: 30,
    alive: false,
    get bulk() {
      return bulk && !learnt.noBulk
    },
    rows(columns, octets) {
      if (!this.bulk) return 0
      const ceiling = Math.min(bound, learnt.maxVarbinds ?? Infinity)
      return Math.max(1, Math.min(most(), Math.floor(answerRoom / octets), Math.floor(ceiling / columns)))
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
      // Twice in vain above what works is no accident.
      if (proven > 0 && failures >= 2) learnt.maxVarbinds = Math.max(1, bound)
    },
  }
}
