import type { Caller, Context, Logger, Source } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** One search of one caller. */
export interface SearchAsking {
  ctx: Context<Config>
  caller: Caller
  from: Source
  signal: AbortSignal
  log: Logger
}
