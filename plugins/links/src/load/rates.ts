import type { Context } from '@linecard/plugin-kit'

/** Average rates of an interface over a time; null: nothing was read. */
export interface PortRate {
  /** Octets a second. */
  in: number | null
  out: number | null
  /** Octets a second. */
  speed: number | null
}

/** Lengths of time over which loads are averaged, in minutes. */
export const periods = { '10m': 10, '15m': 15, '30m': 30, '1h': 60, '3h': 180, '6h': 360 } as const
export type PeriodKey = keyof typeof periods
export const periodKeys = Object.keys(periods) as PeriodKey[]

/** Half a step of what is stored: a port without traffic has a rate of 0, which is above it. */
const anything = -1

/**
 * The average rates of interfaces over the last minutes. Empty without the plugin that keeps series.
 * @throws ApiError METRICS_STORE_* if the store is away
 */
export async function ratesOf(
  ctx: Pick<Context, 'find' | 'clock'>,
  ids: readonly number[],
  minutes: number,
  signal: AbortSignal,
): Promise<Map<number, PortRate>> {
  const series = ctx.find('series')
  const rates = new Map<number, PortRate>()
  if (!series || ids.length === 0) return rates
  const to = ctx.clock()
  const from = new Date(to.getTime() - minutes * 60_000)
  const asked = { from, to, above: anything, limit: ids.length, interface_ids: ids }
  const traffic = ['interface_receive_bytes_per_second', 'interface_transmit_bytes_per_second']
  const [flows, speeds] = [
    await series.worst({ ...asked, metrics: traffic }, signal),
    await series.worst({ ...asked, metrics: ['interface_speed_bytes'] }, signal),
  ]
  for (const { interface_id: id, values } of flows)
    rates.set(id, { in: values[0] ?? null, out: values[1] ?? null, speed: null })
  for (const { interface_id: id, values } of speeds)
    rates.set(id, { ...(rates.get(id) ?? { in: null, out: null }), speed: values[0] ?? null })
  return rates
}
