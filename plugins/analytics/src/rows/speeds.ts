import { visibleInterfaces } from '@linecard/inventory/read'
import { EmbeddedDevice, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import { devicesAsked, type DevicesAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'
import { pageOfHits } from '../table/hits.ts'
import { Port, examplePort, type PortRow } from '../table/ports.ts'
import { portColumns, portRows } from '../table/rows.ts'
import type { Table } from '../table/table.ts'
import { within } from '../table/within.ts'

export const LoweredPort = closedObject(
  {
    device: EmbeddedDevice,
    interface: Port,
    speed_mbps: T.Number({ description: 'Of the link now' }),
    highest_mbps: T.Number({ description: 'The highest of the period' }),
    since: nullable({ ...Time, description: 'When it became slower for the last time' }),
  },
  {
    $id: 'analytics.LoweredPort',
    examples: [
      {
        device: exampleDevice,
        interface: examplePort,
        speed_mbps: 100,
        highest_mbps: 1000,
        since: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
type LoweredPort = Static<typeof LoweredPort>
export type LoweredRow = PortRow & Omit<LoweredPort, 'device' | 'interface'>

interface LoweredAsked extends DevicesAsked {
  days?: number
}

/** Ports that the caller sees with a lower speed than before; null: the plugin that notices does not run. */
export function loweredHits(
  parts: Analytics,
  em: SqlEntityManager,
  caller: { groupIds: readonly number[] | null },
  asked: LoweredAsked,
) {
  const { ctx } = parts
  const since = new Date(ctx.clock().getTime() - (asked.days ?? ctx.config.speed_days) * 86_400_000)
  const series = parts.ctx.find('series')
  return (
    series &&
    sql`
    select i.id, ${portColumns}, s.speed / 125000 as speed_mbps, s.highest / 125000 as highest_mbps,
      s.fell_at as since
    from (${series.lowered(since)}) s join (${visibleInterfaces(em, caller)}) i on i.id = s.interface_id
    where ${within('i', asked)}`
  )
}

const query = {
  ...devicesAsked,
  days: T.Optional(
    T.Integer({ minimum: 1, maximum: 90, description: 'Days to look back. Default: `analytics.speed_days`' }),
  ),
}

export const loweredPorts: Table<typeof query, typeof LoweredPort> = {
  key: 'lowered-speeds',
  summary: 'Ports whose link has a lower speed than before, the last ones first',
  description:
    'A link that came up with less than the highest speed of the period: a bad pair of a cable, a bad ' +
    'connector. Noticed by the polls of `metrics`.',
  query,
  row: LoweredPort,
  async list(parts, { caller, query: asked, sort }, page) {
    const em = parts.ctx.em()
    const { rows, total } = await pageOfHits<LoweredRow>(
      em,
      loweredHits(parts, em, caller, asked),
      { sort, standard: '-since', sortable: ['since', 'speed_mbps', 'highest_mbps', 'name'] },
      page,
    )
    const shown = await portRows(parts, caller, rows, ({ speed_mbps, highest_mbps, since }) => ({
      speed_mbps,
      highest_mbps,
      since,
    }))
    return { rows: shown as LoweredPort[], total }
  },
  columns: {
    'device id': row => row.device.id,
    'device ip': row => row.device.ip,
    device: row => row.device.name,
    interface: row => row.interface.name,
    description: row => row.interface.description,
    'speed Mbit/s': row => row.speed_mbps,
    'highest Mbit/s': row => row.highest_mbps,
    since: row => row.since,
  },
}
