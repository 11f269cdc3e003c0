import {
  counter,
  type Caller,
  type Context,
  type Logger,
  type Metric,
  type Source,
} from '@linecard/plugin-kit'
import type { SearchAsking } from './asking.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

/** What all slots of this plugin get. */
export interface Searching {
  readonly ctx: Context<Config>
  /** Runs a search. @throws ApiError SEARCH_DEVICE_BUSY if too many are running */
  run<T extends { meta: unknown }>(
    what: string,
    asked: { from?: Source },
    by: { caller: Caller; signal: AbortSignal; log: Logger },
    work: (asking: SearchAsking) => Promise<T>,
  ): Promise<T>
  metrics: readonly Metric[]
}

export function setup(ctx: Context<Config>): Searching {
  const searches = counter('linecard_search_device_searches_total', 'Searches on devices')
  let running = 0
  return {
    ctx,
    metrics: [
      searches,
      {
        name: 'linecard_search_device_running',
        help: 'Searches on devices that are running',
        type: 'gauge',
        collect: () => [{ value: running }],
      },
    ],
    async run(what, { from = 'device' }, { caller, signal, log }, work) {
      if (running >= ctx.config.searches_at_once) throw fail('SEARCH_DEVICE_BUSY', { count: running }, [], 5)
      running++
      const deadline = new AbortController()
      const { deadline_sec: seconds } = ctx.config
      const timeOver = () => deadline.abort(fail('SEARCH_DEVICE_TIME_OVER', { seconds }))
      const timer = setTimeout(timeOver, seconds * 1000)
      try {
        const result = await work({ ctx, caller, from, signal, deadline: deadline.signal, log })
        searches.add({ what })
        return result
      } finally {
        clearTimeout(timer)
        running--
      }
    },
  }
}
