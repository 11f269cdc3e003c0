import type { Inventory } from '../../inventory.ts'
import type { Examining } from './plan.ts'
import type { Outcome } from './outcome.ts'
import type { Table } from './reader.ts'
import type { Counts } from './run-state.ts'
import type { Held } from './runs.ts'
import type { Written } from './write.ts'

/** An import whose file was accepted. */
export interface Work extends Omit<Examining, 'settled'> {
  inventory: Pick<Inventory, 'ctx' | 'refresher'>
  held: Held
  table: Table
  dryRun: boolean
  atomic: boolean
  /** Devices asked at a time. */
  atOnce: number
  /** Kept up to date while it works. */
  progress: { done: number; counts: Counts }
}

/** Adds outcomes to the counts of a run. */
export function count(counts: Counts, outcomes: readonly Pick<Outcome, 'result'>[]): void {
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1
}

/**
 * New devices are read soon. Stored answers of changed devices are removed: another device may answer now.
 */
export async function announce(
  { inventory: { ctx, refresher } }: Work,
  { added, updated }: Pick<Written, 'added' | 'updated'>,
): Promise<void> {
  for (const id of updated) await ctx.use('equipment').forget(id)
  for (const id of [...added, ...updated]) refresher.soon(id)
}
