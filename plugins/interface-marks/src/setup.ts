import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createCounts, type MarkCounts } from './metrics.ts'

/** What all slots of this plugin get. */
export interface Marks {
  ctx: Context<Config>
  counts: MarkCounts
}

export const setup = (ctx: Context<Config>): Marks => ({ ctx, counts: createCounts(ctx) })
