import { visibleInterfaces } from '@linecard/inventory/read'
import { pageOf, withDevices, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { WorstQuery } from '../bodies.ts'
import type { WorseView } from '../schemas.ts'
import { tables } from '../tables.ts'
import { dB } from './light.ts'

interface Row {
  id: number
  name: string
  status: string | null
  description: string
  agreement: string
  serial: string | null
  rx: number | null
  olt_rx: number | null
  at: Date
  base_rx: number | null
  base_olt_rx: number | null
  base_at: Date
  loss: number
  total: number
}

/** The best light of the first day from this one on on which the ONU was measured. */
const baseSince = (day: string) => sql`
  cross join lateral (
    select rx_max as base_rx, olt_rx_max as base_olt_rx, day::timestamp at time zone 'UTC' as base_at
    from onu_history_day where interface_id = l.interface_id and day >= ${day}::date order by day limit 1
  ) as b`
const reference = sql`
  cross join lateral (
    select l.ref_rx as base_rx, l.ref_olt_rx as base_olt_rx, l.ref_at as base_at where l.ref_at is not null
  ) as b`

/** A loss of exactly the asked one counts, whatever the last bit of a difference is. */
const slack = 0.005

/**
 * ONUs of a device whose light has dropped, the largest loss first. The caller must be known to see the
 * device.
 */
export async function worstOf(ctx: Context, caller: Caller, deviceId: number, query: WorstQuery) {
  const [page, em] = [pageOf(query, { cap: 1000 }), ctx.em()]
  const least = (query.drop ?? 2) - slack
  const hits = sql`
    select i.id, i.name, i.status, i.description, i.agreement, i.serial, l.rx, l.olt_rx, l.at,
      b.base_rx, b.base_olt_rx, b.base_at,
      greatest(b.base_rx - l.rx, b.base_olt_rx - l.olt_rx)::float8 as loss
    from (${visibleInterfaces(em, caller)}) i join onu_history_light l on l.interface_id = i.id
    ${query.since === undefined ? reference : baseSince(query.since)}
    where i.device_id = ${deviceId} and greatest(b.base_rx - l.rx, b.base_olt_rx - l.olt_rx) >= ${least}`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (${hits}) h`.execute(tables(em))
  const { rows } = await sql<Row>`
    select * from (${hits}) h order by loss desc, id limit ${page.limit} offset ${page.offset}`.execute(
    tables(em),
  )
  const onus = await withDevices(
    ctx,
    caller,
    rows.map(({ id, name, status, description, agreement, serial, ...row }) => ({
      interface: { id, name, status: status ?? null, description, agreement, serial: serial ?? null },
      device: { id: deviceId },
      drop: dB(row.loss)!,
      rx: row.rx,
      olt_rx: row.olt_rx,
      time: row.at,
      base: { rx: row.base_rx, olt_rx: row.base_olt_rx, time: row.base_at },
    })),
  )
  return { onus: onus as WorseView[], meta: { total: counted[0]!.total, ...page } }
}
