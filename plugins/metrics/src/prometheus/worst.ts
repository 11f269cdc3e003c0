import type { WorstSeries } from '@linecard/plugin-kit'
import { familyOf, prefix } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { WorstWanted } from '../series/store.ts'
import { apiErrorOf } from './ask.ts'
import { queryRange } from './matrix.ts'

/** Interfaces that a query names at most: longer ones are refused by proxies. */
const mostNamed = 500
/** Series of one answer at most, where many are wanted. */
const mostFound = 200_000

const mostOf = ({ values }: WorstSeries): number => Math.max(...values.map(value => value ?? -Infinity))

/** The largest averages over a time, one query for each metric. @throws ApiError METRICS_STORE_* */
export async function worstPrometheus(
  config: Config,
  { family, slots, from, to, above, limit, interfaces }: WorstWanted,
  signal: AbortSignal,
): Promise<WorstSeries[]> {
  const found = new Map<string, WorstSeries>()
  const wanted = interfaces && new Set(interfaces)
  const named = wanted && wanted.size <= mostNamed ? `=~"${[...wanted].join('|') || '-'}"` : '!=""'
  // Without names the store does not know which are wanted.
  const most = wanted && wanted.size > mostNamed ? mostFound : limit
  for (const [at, slot] of slots.entries()) {
    signal.throwIfAborted()
    const name = `${prefix}${familyOf(family)!.slots[slot]!.metric}`
    const average = `avg_over_time(${name}{interface_id${named}}[${(to - from) * 1000 - 1}ms])`
    const query = `topk(${most}, max by (device_id, interface_id) (${average}) > ${above})`
    const lines = await queryRange(config, { query, from: to, to, step: to - from }).catch(
      (error: unknown) => {
        throw apiErrorOf(error)
      },
    )
    for (const { metric, values } of lines) {
      const [device, port] = [Number(metric['device_id']), Number(metric['interface_id'])]
      const value = Number(values.at(-1)?.[1])
      if (wanted && !wanted.has(port)) continue
      if (!Number.isInteger(device) || !Number.isInteger(port) || !Number.isFinite(value)) continue
      const key = `${device} ${port}`
      const row = found.get(key) ?? { device_id: device, interface_id: port, values: slots.map(() => null) }
      row.values[at] = value
      found.set(key, row)
    }
  }
  return [...found.values()]
    .toSorted((a, b) => mostOf(b) - mostOf(a) || a.interface_id - b.interface_id)
    .slice(0, limit)
}
