import type { Context } from '@linecard/plugin-kit'
import type { Renderer } from '@linecard/template-kit'
import type { Config } from './config.ts'
import type { Counts } from './metrics.ts'

/** What the folders of this plugin share. */
export interface Parts {
  ctx: Context<Config>
  renderer: Renderer
  counts: Counts
}
