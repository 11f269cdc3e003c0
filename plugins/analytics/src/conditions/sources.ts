import { visibleInterfaces, visibleOnus } from '@linecard/inventory/read'
import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import type { ConditionName } from '../config.ts'
import { duplicateHits } from '../macs/hits.ts'
import { ponHits } from '../pon/hits.ts'
import { fallingHits, type FallingRow } from '../rows/lights.ts'
import type { FilledRow } from '../rows/pon.ts'
import { loweredHits, type LoweredRow } from '../rows/speeds.ts'
import type { Analytics } from '../setup.ts'
import type { PortRow } from '../table/ports.ts'
import { tables } from '../tables.ts'

/** Days and hours change what is found: it need not be sought at each look. */
const freshMs = 300_000
/** Conditions of one name at most. */
const mostConditions = 1000

/**
 * A source whose conditions are sought at most every five minutes. It tells none unless the setting `told`
 * names it.
 */
function remembered(
  name: ConditionName,
  {
    find,
    ...source
  }: Omit<ConditionSource<Analytics>, 'holding'> & { find(parts: Analytics): Promise<readonly Condition[]> },
): ConditionSource<Analytics> {
  return {
    ...source,
    async holding(parts, { deviceIds }) {
      if (!parts.ctx.config.told.includes(name)) return []
      const now = parts.ctx.clock().getTime()
      let last = parts.told.get(name)
      if (!last || now - last.at >= freshMs || now < last.at) {
        last = { at: now, conditions: find(parts) }
        parts.told.set(name, last)
        // What failed is sought again at the next look.
        last.conditions.catch(() => parts.told.delete(name))
      }
      const all = await last.conditions
      if (deviceIds === null) return all
      const wanted = new Set(deviceIds)
      return all.filter(({ device_id: id }) => id !== null && wanted.has(id))
    },
  }
}

const everyone = { groupIds: null }

async function found<R>({ ctx }: Analytics, hits: RawBuilder<unknown> | null, order: string): Promise<R[]> {
  if (!hits) return []
  const { rows } = await sql<R>`
    select * from (${hits}) h order by ${sql.ref(order)} desc nulls last, h.id
    limit ${mostConditions}`.execute(tables(ctx.em()))
  return rows
}

const about = (
  row: Pick<PortRow, 'device_id' | 'interface_id' | 'name'>,
  { since, ...said }: Pick<Condition, 'title' | 'description' | 'labels'> & { since: Date | string },
): Condition => ({
  device_id: row.device_id,
  interface_id: row.interface_id,
  part: '',
  ...said,
  title: said.title.slice(0, 200),
  since: new Date(since),
})

async function falling(parts: Analytics): Promise<Condition[]> {
  const rows = await found<FallingRow>(parts, fallingHits(parts, parts.ctx.em(), everyone, {}), 'fall')
  return rows.map(row =>
    about(row, {
      title: `The light of ${row.name} falls by ${row.fall.toFixed(1)} dB in 30 days`,
      description:
        `It stands on ${row.days} days since ${row.first_day}. ` +
        'Look for a bent or wet fibre, a dirty connector.',
      labels: { fall_db: row.fall.toFixed(2), days: String(row.days) },
      since: row.first_day,
    }),
  )
}

async function lowered(parts: Analytics): Promise<Condition[]> {
  const rows = await found<LoweredRow>(parts, loweredHits(parts, parts.ctx.em(), everyone, {}), 'since')
  return rows.map(row =>
    about(row, {
      title: `${row.name} has ${row.speed_mbps} Mbit/s, before it had ${row.highest_mbps}`,
      description:
        'The link came up more slowly than before. Look for a bad pair, a bad connector, a bad port.',
      labels: { speed_mbps: String(row.speed_mbps), highest_mbps: String(row.highest_mbps) },
      since: row.since ?? parts.ctx.clock(),
    }),
  )
}

async function full(parts: Analytics): Promise<Condition[]> {
  const { full_percent: least } = parts.ctx.config
  const hits = ponHits(parts, parts.ctx.em(), everyone, { least_percent: least })
  return (await found<FilledRow>(parts, hits, 'percent')).map(row =>
    about(row, {
      title: `${row.name} has ${row.onus} ONUs of ${row.capacity}`,
      description: `${row.percent} % of it are registered. New customers need another port or splitter.`,
      labels: { onus: String(row.onus), capacity: String(row.capacity) },
      since: parts.ctx.clock(),
    }),
  )
}

/** One condition for each place, so that those who see one of the places hear of it. */
async function macs(parts: Analytics): Promise<Condition[]> {
  const em = parts.ctx.em()
  const { rows } = await sql<PortRow & { mac: string; since: Date; places: number }>`
    select h.id as mac, h.since, h.places, i.id as interface_id, i.device_id, i.name
    from (${duplicateHits(parts, em, everyone, {})}) h
    join analytics_duplicate x on x.mac = h.id::macaddr
    join (${visibleInterfaces(em, everyone)}) i on i.id = x.interface_id
    order by h.since desc, i.id limit ${mostConditions}`.execute(tables(em))
  return rows.map(row => ({
    ...about(row, {
      title: `${row.mac} on ${row.name} is on another port too`,
      description:
        `The same MAC address is on ${row.places} ports at once: a copied router, a loop, ` +
        'or a port that leads to other devices.',
      labels: { mac: row.mac },
      since: row.since,
    }),
    part: row.mac,
  }))
}

async function onus(parts: Analytics): Promise<Condition[]> {
  const em = parts.ctx.em()
  const { rows } = await sql<PortRow & { ident: string; others: number; since: Date }>`
    select o.id as interface_id, o.device_id, o.name, o.ident, s.n - 1 as others, o.created_at as since
    from (${visibleOnus(em, everyone)}) o join (
      select x.serial_hex, count(*)::int as n, max(x.created_at) as since
      from (${visibleOnus(em, everyone)}) x where x.serial_hex is not null group by 1 having count(*) > 1
    ) s on s.serial_hex = o.serial_hex
    order by s.since desc, o.id limit ${mostConditions}`.execute(tables(em))
  return rows.map(row => ({
    ...about(row, {
      title: `${row.ident} at ${row.name} is registered at ${row.others} other place(s) too`,
      description: 'The ONU has moved and is still registered at its old place, or it is a copy.',
      labels: { ident: row.ident },
      since: row.since,
    }),
    part: row.ident,
  }))
}

const finds = {
  light_falling: ['Light of an ONU falls slowly', 'info', falling],
  duplicate_onu: ['The same ONU is registered at several places', 'warning', onus],
  duplicate_mac: ['The same MAC address is on several ports', 'info', macs],
  port_speed_fell: ['A link is slower than before', 'warning', lowered],
  pon_port_full: ['A PON port is full', 'info', full],
} as const satisfies Record<ConditionName, readonly [string, 'info' | 'warning', unknown]>

/** What becomes an event if the setting `told` names it. */
export const conditions: Readonly<Record<string, ConditionSource<Analytics>>> = Object.fromEntries(
  Object.entries(finds).map(([name, [label, severity, find]]) => [
    name,
    remembered(name as ConditionName, { label, severity, find }),
  ]),
)
