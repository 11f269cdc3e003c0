import type { Context } from '@linecard/plugin-kit'
import type { Base } from './base.ts'
import type { Config } from './config.ts'
import { createContents } from './contents/contents.ts'

/** What all slots of this plugin get. */
export type Backups = Base

export const setup = (ctx: Context<Config>): Backups => ({ ctx, contents: createContents(ctx) })
