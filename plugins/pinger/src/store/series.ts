import type { Context, SeriesPoint } from '@linecard/plugin-kit'
import type { Judged } from '../judge/device.ts'
import type { Measured } from './measures.ts'

/** Gives status, loss and round trip to the store of series, if there is one. */
export function addSeries(
  ctx: Pick<Context, 'find'>,
  measured: readonly Measured[],
  devices: ReadonlyMap<number, Judged>,
  time: number,
): void {
  const series = ctx.find('series')
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
