import type { Context, WorkQueue } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Contents } from './contents/contents.ts'
import type { Counts } from './metrics.ts'

/** What everything that reads, stores or shows configurations works with. */
export interface Base {
  ctx: Context<Config>
  contents: Contents
  counts: Counts
  /** The queue of a group of workers. */
  queue(worker: string): Promise<WorkQueue>
}

/** A device whose process is silent for half of it is free again, s. */
export const leaseSec = 60
