import type { Logger } from '@linecard/plugin-kit'
import type { Learnt, RoundTripMemory } from '../snmp/index.ts'

/** The columns that each module of a device has needed in its last poll. */
export type ColumnPlan = Map<string, readonly string[]>

/** How an agent is asked, as its answers have shown. Null: nothing was learnt. */
export interface SnmpHabits {
  learnt: Learnt | null
  roundTrip: RoundTripMemory | null
  /** What its modules read in a poll. It is not stored. */
  plan: ColumnPlan
}

export type StoredHabits = Pick<SnmpHabits, 'learnt' | 'roundTrip'>

/** Where habits outlive the process. */
export interface HabitStore {
  /** Those of all devices, at most `limit`, the newest ones. */
  load(limit: number): Promise<ReadonlyMap<number, StoredHabits>>
  save(habits: ReadonlyMap<number, StoredHabits>): Promise<void>
  forget(deviceId: number): Promise<void>
}

/** Habits of devices between the runs of the service. They are written together, and only if they changed. */
export interface KeptHabits {
  /** Those of an earlier process; null: none are known. */
  of(deviceId: number): StoredHabits | null
  note(deviceId: number, habits: StoredHabits): void
  forget(deviceId: number): Promise<void>
  /** Writes what has changed, and ends. */
  close(): Promise<void>
}

const noHabits: KeptHabits = {
  of: () => null,
  note: () => undefined,
  forget: async () => undefined,
  close: async () => undefined,
}

/** Devices whose habits are kept: they are a few numbers. */
export const maxHabits = 100_000
const everyMs = 60_000
/** A round trip that differs less than this from the stored one is not written. */
const worthIt = { factor: 1.5, ms: 20 }

const copyOf = ({ learnt, roundTrip }: StoredHabits): StoredHabits => ({
  learnt: learnt && { ...learnt },
  roundTrip: roundTrip && { ...roundTrip },
})

function differs(now: StoredHabits, before: StoredHabits | undefined): boolean {
  if (!before) return true
  const [a, b] = [now.roundTrip?.srtt ?? 0, before.roundTrip?.srtt ?? 0]
  const moved = Math.max(a, b) > Math.min(a, b) * worthIt.factor && Math.abs(a - b) > worthIt.ms
  const [mine, theirs] = [now.learnt, before.learnt]
  return (
    moved ||
    mine?.noBulk !== theirs?.noBulk ||
    mine?.maxRepetitions !== theirs?.maxRepetitions ||
    mine?.maxVarbinds !== theirs?.maxVarbinds
  )
}

/** Habits in a store. One that fails costs only what was learnt: that goes to the log. */
export function createHabits(store: HabitStore | undefined, log: Pick<Logger, 'warn'>): KeptHabits {
  if (!store) return noHabits
  const known = new Map<number, StoredHabits>()
  let changed = new Map<number, StoredHabits>()
  const failed = (error: unknown) => log.warn({ err: error }, 'what was learnt about devices is not kept')
  const loading = store.load(maxHabits).then(stored => {
    for (const [id, habits] of stored) if (!known.has(id)) known.set(id, habits)
  }, failed)
  const write = async () => {
    const batch = changed
    changed = new Map()
    if (batch.size > 0) await store.save(batch).catch(failed)
  }
  const timer = setInterval(() => void write(), everyMs).unref()
  return {
    of: deviceId => known.get(deviceId) ?? null,
    note(deviceId, habits) {
      if (!differs(habits, known.get(deviceId)) || (known.size >= maxHabits && !known.has(deviceId))) return
      const copy = copyOf(habits)
      known.set(deviceId, copy)
      changed.set(deviceId, copy)
    },
    async forget(deviceId) {
      known.delete(deviceId)
      changed.delete(deviceId)
      await store.forget(deviceId).catch(failed)
    },
    async close() {
      clearInterval(timer)
      await loading
      await write()
    },
  }
}
