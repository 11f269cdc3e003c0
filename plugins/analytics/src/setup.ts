import type { Condition, Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** What all slots of this plugin get. */
export interface Analytics {
  ctx: Context<Config>
  /** What the conditions were last, by their names. */
  told: Map<string, { at: number; conditions: Promise<readonly Condition[]> }>
}

export const setup = (ctx: Context<Config>): Analytics => ({ ctx, told: new Map() })
