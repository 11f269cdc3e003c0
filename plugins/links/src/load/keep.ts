import type { Context, SeriesPoint } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { portsOf, type LinkRow, type PortRow } from '../links/rows.ts'
import { activeLinks, withLoads } from './loaded.ts'

/** Longest name of an end in a series. */
const mostText = 100
/** Minutes of one value: a step of the job, with a reading that is late. */
const minutes = 10

type Ports = ReadonlyMap<number, PortRow>

const endOf = (port: PortRow | undefined, name: string) => `${port?.device_name || name} ${port?.name ?? ''}`

/**
 * A value is of the interface that was measured, else of the one nearer to the gateway; the other is the
 * part.
 */
function pointOf(row: LinkRow, measured: number | null, ports: Ports, names: ReadonlyMap<number, string>) {
  const atDest = measured !== null && measured === row.dest_interface_id
  const [device, port] = atDest
    ? [row.dest_device_id, row.dest_interface_id]
    : [row.src_device_id, row.src_interface_id]
  const [other, far] = atDest
    ? [row.src_device_id, row.src_interface_id]
    : [row.dest_device_id, row.dest_interface_id]
  if (port === null) return null
  const part = endOf(far === null ? undefined : ports.get(far), names.get(other) ?? String(other))
  return { device_id: device, interface_id: port, part: part.trim().slice(0, mostText) }
}

/** Adds the load of each link to the series, so that rules can look at it. */
export async function keepLoads(ctx: Context<Config>, signal: AbortSignal): Promise<void> {
  const series = ctx.find('series')
  if (!series) return
  const [em, all] = [ctx.em() as SqlEntityManager, { groupIds: null }]
  const rows = await activeLinks(em, all, ctx.config.most_links)
  const loaded = (await withLoads(ctx, rows, minutes, signal)).filter(({ load }) => load.percent !== null)
  if (loaded.length === 0) return
  const ports = await portsOf(
    em,
    all,
    loaded.flatMap(row => [row.src_interface_id, row.dest_interface_id]),
  )
  const devices = await ctx
    .use('devices')
    .several(
      [...new Set(loaded.flatMap(row => [row.src_device_id, row.dest_device_id]))],
      ctx.use('auth').system(),
    )
  const names = new Map(devices.map(({ id, name, ip }) => [id, name || ip]))
  const time = ctx.clock().getTime()
  series.add(
    loaded.flatMap((row): SeriesPoint[] => {
      const point = pointOf(row, row.load.measured_at, ports, names)
      return point
        ? [{ metric: 'link_utilization_ratio', ...point, time, value: row.load.percent! / 100 }]
        : []
    }),
  )
}
