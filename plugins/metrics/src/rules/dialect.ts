import type { Config } from '../config.ts'
import { StoreError } from '../prometheus/ask.ts'
import { queryAt } from './vector.ts'

/** VictoriaMetrics reads PromQL too, but its `delta` begins with the value before the window. */
export type Dialect = 'promql' | 'metricsql'

/** Only VictoriaMetrics has this function. */
const probe = 'tfirst_over_time(vector(1)[1m])'

const known = new Map<string, Dialect>()

/** What the store understands; it is asked once by a process. @throws StoreError if it does not answer */
export async function dialectOf(config: Config, at: Date): Promise<Dialect> {
  const before = known.get(config.read_url)
  if (before) return before
  const found = await queryAt(config, probe, at).then(
    (): Dialect => 'metricsql',
    (error: unknown): Dialect => {
      if (!(error instanceof StoreError) || error.later || error.status === null) throw error
      return 'promql'
    },
  )
  known.set(config.read_url, found)
  return found
}

/** `delta` of Prometheus in the words of MetricsQL: see `deltaOf` in columns.ts. */
export const deltaInMetricsQl = (range: string, windowSec: number): string =>
  `(WITH (f = tfirst_over_time(${range}), l = tlast_over_time(${range}), s = l - f, ` +
  `g = s / (count_over_time(${range}) - 1), b = f - (time() - ${windowSec}), a = time() - l) ` +
  `delta_prometheus(${range}) / s * (s + ((b < g * 1.1) default (g / 2)) + ((a < g * 1.1) default (g / 2))))`
