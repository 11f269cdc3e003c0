import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Imports } from './transfer/import/imports.ts'
import type { Refresher } from './interfaces/refresher.ts'
import type { SightingsFollower } from './sightings/follow.ts'

/** What the parts of this plugin share. */
export interface Inventory {
  ctx: Context<Config>
  refresher: Refresher
  imports: Imports
  /** Keeps MAC addresses out of every FDB that a device answers. */
  sightings: SightingsFollower
  /** Ends following the drivers that go on and off, and what devices answer. */
  followDrivers(): void
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
