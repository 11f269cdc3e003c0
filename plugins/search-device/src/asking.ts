import type { Caller, Context, Logger, Source } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

/** One search of one caller. */
export interface SearchAsking {
  ctx: Context<Config>
  caller: Caller
  from: Source
  /** Fires when the client has gone. */
  signal: AbortSignal
  /** Fires when the time of the search is over: one for all its parts. */
  deadline: AbortSignal
  log: Logger
}
