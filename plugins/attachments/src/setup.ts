import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createGauges, type Gauges } from './metrics.ts'
import { storageOf, type Storage } from './storage/index.ts'

/** What all slots of this plugin get. */
export interface Attachments {
  ctx: Context<Config>
  /** The storage that the settings name now. */
  storage(): Storage
  gauges: Gauges
}

/** @throws Error if the settings of the storage are incomplete */
export const setup = (ctx: Context<Config>): Attachments => ({
  ctx,
  storage: storageOf(ctx),
  gauges: createGauges(ctx),
})
