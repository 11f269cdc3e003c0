import type { Context, WorkQueue } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Counts } from './counts.ts'
import type { Plans } from './plan/effective.ts'

/** What the rooms of this plugin share. */
export interface Base {
  ctx: Context<Config>
  counts: Counts
  /** The pollers and intervals as they are now. */
  plans(): Plans
  /** The queue of a group of workers; `''`: of all devices that no group has. */
  queue(worker: string): Promise<WorkQueue>
}
