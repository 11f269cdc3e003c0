import type { Config } from '../config.ts'
import { familyOf, prefix } from '../catalogue/index.ts'
import { pointsOf, type Found, type Wanted } from '../series/store.ts'
import { apiErrorOf } from './ask.ts'
import { onGrid, queryRange } from './matrix.ts'

/** Labels that tell series of one device apart; names may change and are left out. */
const kept = 'device_id, interface_id, part'

/** The window has what came after the time before: Prometheus 2 includes both ends of a window. */
const expressionOf = ({ device, interfaces, step, aggregate }: Wanted, metric: string): string => {
  const ports = interfaces === null ? 'interface_id=""' : `interface_id=~"${interfaces.join('|')}"`
  const window = `${step * 1000 - 1}ms`
  const selector = `${prefix}${metric}{device_id="${device}",${ports}}`
  return `max by (${kept}) (${aggregate}_over_time(${selector}[${window}]))`
}

/** Reads series with `query_range`, one query for each metric. @throws ApiError METRICS_STORE_* */
export async function readPrometheus(config: Config, wanted: Wanted, signal: AbortSignal): Promise<Found[]> {
  if (wanted.interfaces?.length === 0) return []
  const family = familyOf(wanted.family)!
  const points = pointsOf(wanted)
  const found: Found[] = []
  for (const slot of wanted.slots) {
    signal.throwIfAborted()
    const ranged = { ...wanted, query: expressionOf(wanted, family.slots[slot]!.metric) }
    const lines = await queryRange(config, ranged).catch((error: unknown) => {
      throw apiErrorOf(error)
    })
    for (const { metric, values } of lines)
      found.push({
        interface: Number(metric['interface_id'] ?? 0),
        part: metric['part'] ?? '',
        slot,
        values: onGrid(values, ranged, points),
      })
  }
  return found
    .filter(({ values }) => values.some(value => value !== null))
    .toSorted(
      (a, b) => a.interface - b.interface || (a.part < b.part ? -1 : a.part > b.part ? 1 : a.slot - b.slot),
    )
}
