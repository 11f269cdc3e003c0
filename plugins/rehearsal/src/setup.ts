import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createCopies, type Copies } from './copies/copies.ts'

/** What all slots of this plugin get. */
export interface Rehearsals {
  ctx: Context<Config>
  copies: Copies
}

export const setup = (ctx: Context<Config>): Rehearsals => ({ ctx, copies: createCopies(ctx) })
