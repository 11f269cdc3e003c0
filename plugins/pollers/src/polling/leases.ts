import type { TakenUnit, WorkQueue } from '@linecard/plugin-kit'

/** A poll under way. */
export interface Running {
  unit: TakenUnit
  deviceId: number
  /** Aborted when its lease is lost. */
  abort: AbortController
  /** Keys of pollers that became due meanwhile. */
  soon: Set<string>
  /** When the lease was last confirmed, by `performance.now()`. */
  heldAt: number
}

/** The leases of the polls of this process. */
export interface Leases {
  /** Confirms the leases of polls. Those that are lost are aborted. */
  keep(all: readonly Running[]): Promise<void>
  /** Whether the lease of a poll still holds; asked before anything is stored. */
  isHeld(one: Running): Promise<boolean>
}

export function createLeases(queue: () => Promise<WorkQueue>, leaseMs: () => number): Leases {
  const keep = async (all: readonly Running[]): Promise<void> => {
    if (all.length === 0) return
    const at = performance.now()
    const held = await (await queue()).keep(all.map(({ unit }) => unit))
    for (const one of all)
      if (held.has(one.unit.id)) one.heldAt = at
      else one.abort.abort(new Error('the lease of the poll has ended'))
  }
  return {
    keep,
    async isHeld(one) {
      if (performance.now() - one.heldAt > leaseMs() / 4) await keep([one])
      return !one.abort.signal.aborted
    },
  }
}
