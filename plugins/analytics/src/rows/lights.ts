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

const level = (description: string) => nullable(T.Number({ description }))
const Day = T.String({ format: 'date', description: 'UTC' })

export const FallingSignal = closedObject(
  {
    device: EmbeddedDevice,
    interface: Port,
    fall: T.Number({ description: 'What it loses in 30 days, dB: the larger one of both directions' }),
    rx_change: level('Change of what the ONU receives, dB in 30 days; negative: darker'),
    olt_rx_change: level('Change of what the OLT receives of it, dB in 30 days'),
    days: T.Integer({ description: 'Measured days on which it stands' }),
    first_day: Day,
    last_day: Day,
    rx: level('Last received by the ONU, dBm'),
    olt_rx: level('Last received by the OLT, dBm'),
    measured: nullable(Time),
  },
  {
    $id: 'analytics.FallingSignal',
    examples: [
      {
        device: exampleDevice,
        interface: { ...examplePort, name: 'pon0/1:5', type: 'ONU' },
        fall: 2.4,
        rx_change: -2.4,
        olt_rx_change: -1.9,
        days: 28,
        first_day: '2026-02-02',
        last_day: '2026-03-01',
        rx: -24.6,
        olt_rx: -26.1,
        measured: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
type FallingSignal = Static<typeof FallingSignal>
export type FallingRow = PortRow &
  Omit<FallingSignal, 'device' | 'interface' | 'measured'> & { measured_at: Date | null }

interface FallingAsked extends DevicesAsked {
  least_db?: number
  least_days?: number
}

/** ONUs that the caller sees whose light falls; null: the plugin that finds them does not run. */
export function fallingHits(
  parts: Analytics,
  em: SqlEntityManager,
  caller: { groupIds: readonly number[] | null },
  asked: FallingAsked,
) {
  const trends = parts.ctx.find('onu-trends')
  const { falling_db, falling_days } = parts.ctx.config
  return (
    trends &&
    sql`
    select i.id, ${portColumns}, t.fall, t.rx_change, t.olt_rx_change, t.days::int as days,
      t.first_day::text as first_day, t.last_day::text as last_day, t.rx, t.olt_rx, t.measured_at
    from (${trends.falling()}) t join (${visibleInterfaces(em, caller)}) i on i.id = t.interface_id
    where t.fall >= ${asked.least_db ?? falling_db} and t.days >= ${asked.least_days ?? falling_days}
      and ${within('i', asked)}`
  )
}

const query = {
  ...devicesAsked,
  least_db: T.Optional(
    T.Number({ minimum: 0, maximum: 60, description: 'Least fall in 30 days, dB. Default: the setting' }),
  ),
  least_days: T.Optional(
    T.Integer({ minimum: 1, maximum: 90, description: 'Least measured days. Default: the setting' }),
  ),
}

export const fallingSignals: Table<typeof query, typeof FallingSignal> = {
  key: 'falling-signals',
  summary: 'ONUs whose light falls slowly, the fastest first',
  description:
    'Found every night from the best light of each of the last 30 days; single bad days do not count. ' +
    'Settings: `analytics.falling_db` and `analytics.falling_days`.',
  query,
  row: FallingSignal,
  async list(parts, { caller, query: asked, sort }, page) {
    const em = parts.ctx.em()
    const hits = fallingHits(parts, em, caller, asked)
    const { rows, total } = await pageOfHits<FallingRow>(
      em,
      hits,
      {
        sort,
        standard: '-fall',
        sortable: ['fall', 'rx_change', 'olt_rx_change', 'days', 'rx', 'olt_rx', 'name'],
      },
      page,
    )
    const dB = (value: number | null) => value && Math.round(value * 100) / 100
    const shown = await portRows(parts, caller, rows, row => ({
      fall: dB(row.fall)!,
      rx_change: dB(row.rx_change),
      olt_rx_change: dB(row.olt_rx_change),
      days: row.days,
      first_day: row.first_day,
      last_day: row.last_day,
      rx: dB(row.rx),
      olt_rx: dB(row.olt_rx),
      measured: row.measured_at,
    }))
    return { rows: shown as FallingSignal[], total }
  },
  columns: {
    'device id': row => row.device.id,
    'device ip': row => row.device.ip,
    device: row => row.device.name,
    onu: row => row.interface.name,
    description: row => row.interface.description,
    agreement: row => row.interface.agreement,
    'fall dB in 30 days': row => row.fall,
    'rx change dB': row => row.rx_change,
    'olt rx change dB': row => row.olt_rx_change,
    days: row => row.days,
    'first day': row => row.first_day,
    'last day': row => row.last_day,
    'rx dBm': row => row.rx,
    'olt rx dBm': row => row.olt_rx,
    measured: row => row.measured,
  },
}
