import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Gauges } from './metrics.ts'
import type { Storage } from './storage/index.ts'

/** What the parts of this plugin share. */
export interface Attachments {
  ctx: Context<Config>
  storage(): Storage
  gauges: Gauges
}
