import { EmbeddedDevice, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { devicesAsked } from '../asked.ts'
import { ponHits } from '../pon/hits.ts'
import { pageOfHits } from '../table/hits.ts'
import { Port, examplePort, type PortRow } from '../table/ports.ts'
import { portRows } from '../table/rows.ts'
import type { Table } from '../table/table.ts'

export const FilledPort = closedObject(
  {
    device: EmbeddedDevice,
    interface: Port,
    onus: T.Integer({ description: 'Registered ONUs' }),
    online: T.Integer({ description: '…of them online' }),
    capacity: T.Integer({ description: 'Most ONUs, by the setting for GPON or EPON' }),
    percent: T.Number({ description: 'Share of the capacity that is registered' }),
    growth: nullable(
      T.Number({ description: 'New ONUs in 30 days; null: the port is known for less than a week' }),
    ),
    full_in_days: nullable(T.Integer({ description: 'At this growth; null: it does not grow' })),
  },
  {
    $id: 'analytics.FilledPort',
    examples: [
      {
        device: exampleDevice,
        interface: { ...examplePort, name: 'pon0/1', type: 'PON' },
        onus: 118,
        online: 112,
        capacity: 128,
        percent: 92.2,
        growth: 3,
        full_in_days: 100,
      },
    ],
  },
)
type FilledPort = Static<typeof FilledPort>
export type FilledRow = PortRow & Omit<FilledPort, 'device' | 'interface'>

const query = {
  ...devicesAsked,
  least_percent: T.Optional(T.Number({ minimum: 0, maximum: 100, description: 'Least filling, percent' })),
}

export const filledPorts: Table<typeof query, typeof FilledPort> = {
  key: 'pon-ports',
  summary: 'PON ports with their filling and growth, the fullest first',
  description:
    'Registered ONUs against `analytics.gpon_port_onus` or `analytics.epon_port_onus`. ONUs that were ' +
    'there when the port was read for the first time are no growth; an ONU that replaces another is.',
  query,
  row: FilledPort,
  async list(parts, { caller, query: asked, sort }, page) {
    const em = parts.ctx.em()
    const { rows, total } = await pageOfHits<FilledRow>(
      em,
      ponHits(parts, em, caller, asked),
      {
        sort,
        standard: '-percent',
        sortable: ['percent', 'onus', 'online', 'growth', 'full_in_days', 'name'],
      },
      page,
    )
    const shown = await portRows(parts, caller, rows, row => ({
      onus: row.onus,
      online: row.online,
      capacity: row.capacity,
      percent: row.percent,
      growth: row.growth && Math.round(row.growth * 10) / 10,
      full_in_days: row.full_in_days,
    }))
    return { rows: shown as FilledPort[], total }
  },
  columns: {
    'device id': row => row.device.id,
    'device ip': row => row.device.ip,
    device: row => row.device.name,
    'pon port': row => row.interface.name,
    description: row => row.interface.description,
    onus: row => row.onus,
    online: row => row.online,
    capacity: row => row.capacity,
    'filling %': row => row.percent,
    'growth in 30 days': row => row.growth,
    'full in days': row => row.full_in_days,
  },
}
