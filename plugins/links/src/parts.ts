import type { Context, Services } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** What all slots of this plugin get. */
export interface Links {
  ctx: Context<Config>
  /** Starts scans after changes. */
  again: { stop(): void }
}

/** A service of a plugin that may be left out; null: it does not run. */
export function optional<N extends keyof Services>(ctx: Pick<Context, 'use'>, name: N): Services[N] | null {
  try {
    return ctx.use(name)
  } catch {
    return null
  }
}
