import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Context, Refreshed } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'

/** Reads the interfaces of devices in the background. */
export interface Refresher {
  /** Reads a device when a slot is free. A device that is being read is read once more after that. */
  soon(id: number): void
  /** Reads a device before those that wait. A reading of it that is running or waiting is enough. */
  now(id: number): Promise<Refreshed>
  stop(): Promise<void>
}

/** What all rooms of this package share. */
export interface Inventory {
  ctx: Context<Config>
  refresher: Refresher
}

/** One transaction. `taken` makes the error for a name, key or address that another row has. */
export async function inTransaction<T>(
  { ctx }: Pick<Inventory, 'ctx'>,
  work: (em: SqlEntityManager) => Promise<T>,
  taken?: () => Error,
): Promise<T> {
  try {
    return await ctx.em().transactional(em => work(em as SqlEntityManager))
  } catch (error) {
    if (taken && error instanceof UniqueConstraintViolationException) throw taken()
    throw error
  }
}
