import type { Context, Series, SeriesPoint } from '@linecard/plugin-kit'
import type { Judged } from '../judge/device.ts'
import type { Measured } from './measures.ts'

/** The store of series; null while the plugin that keeps it is off. */
function seriesOf(ctx: Pick<Context, 'use'>): Series | null {
  try {
    return ctx.use('series')
  } catch {
    return null
  }
}

/** Gives status, loss and round trip to the store of series, if there is one. */
export function addSeries(
  ctx: Pick<Context, 'use'>,
  measured: readonly Measured[],
  devices: ReadonlyMap<number, Judged>,
  time: number,
): void {
  const series = seriesOf(ctx)
  if (!series) return
  const points: SeriesPoint[] = []
  const add = (metric: string, device_id: number, value: number, part = '') =>
    points.push({ metric, device_id, interface_id: null, part, time, value })
  for (const { id, status } of devices.values())
    if (status !== null) add('device_ping_up', id, status === 'Up' ? 1 : 0)
  for (const { deviceId, tally } of measured) {
    const answered = tally.sent - tally.lost
    add('device_ping_loss_ratio', deviceId, tally.lost / tally.sent)
    if (answered > 0) add('device_ping_seconds', deviceId, tally.sum / answered / 1000)
  }
  series.add(points)
}
