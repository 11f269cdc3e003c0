import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { taggedOn } from './lists.ts'
import { createCounts, type MarkCounts } from './metrics.ts'

/** What all slots of this plugin get. */
export interface Marks {
  ctx: Context<Config>
  counts: MarkCounts
}

export function setup(ctx: Context<Config>): Marks {
  ctx.provide('interface-marks', { tagged: (deviceId, tags) => taggedOn(ctx.em(), deviceId, tags) })
  return { ctx, counts: createCounts(ctx) }
}
