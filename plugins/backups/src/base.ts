import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Contents } from './contents/contents.ts'

/** What everything that stores or reads versions works with. */
export interface Base {
  ctx: Context<Config>
  contents: Contents
}
