import { rememberedStatusChanges, visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { rest } from '@linecard/driver-kit'
import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { cutOffBy } from './network/behind.ts'
import type { Network } from './network/graph.ts'
import { readNetwork } from './network/read.ts'
import type { Links } from './parts.ts'
import { tables } from './tables.ts'

/** Links that are told at most. */
const mostTold = 5000
/** Pairs of devices of which is found out what they cut off, at most: each costs a walk of the network. */
const mostWalks = 500

interface Row {
  id: number
  src_device_id: number
  src_interface_id: number | null
  dest_device_id: number
  dest_interface_id: number | null
  src_name: string
  src_ip: string
  src_port: string | null
  dest_name: string
  dest_port: string | null
  since: Date
}

/** Links that count, with a port that is switched on, was up, and is down. */
async function downLinks(em: SqlEntityManager): Promise<Row[]> {
  const all = { groupIds: null }
  const devices = visibleDevices(em, all)
  const ports = visibleInterfaces(em, all)
  const { rows } = await sql<Row>`
    with ends as (
      select id, src_interface_id as port from links_link where state = 'active'
      union all
      select id, dest_interface_id from links_link where state = 'active'
    ), down as (
      select e.id, max(h.time) as since
      from ends e
      join (${ports}) i on i.id = e.port and i.status = 'Down' and i.admin_state is distinct from 'Disabled'
      cross join lateral (
        select h.time, h.previous, h.status from (${rememberedStatusChanges(em, all)}) h
        where h.interface_id = i.id order by h.id desc limit 1
      ) h
      where h.previous is not null and h.status = 'Down'
      group by e.id
    )
    select l.id, l.src_device_id, l.src_interface_id, l.dest_device_id, l.dest_interface_id, d.since,
      coalesce(nullif(a.name, ''), host(a.ip)) as src_name, host(a.ip) as src_ip, p.name as src_port,
      coalesce(nullif(b.name, ''), host(b.ip)) as dest_name, q.name as dest_port
    from down d join links_link l on l.id = d.id
    join (${devices}) a on a.id = l.src_device_id and a.enabled
    join (${devices}) b on b.id = l.dest_device_id and b.enabled
    left join (${ports}) p on p.id = l.src_interface_id
    left join (${ports}) q on q.id = l.dest_interface_id
    order by l.id limit ${mostTold}`.execute(tables(em))
  return rows
}

const pairOf = ({ src_device_id: a, dest_device_id: b }: Row) => `${Math.min(a, b)} ${Math.max(a, b)}`

/** What the failed links between two devices cut off from the top, by the pair. */
async function cutBy(network: Network, rows: readonly Row[]): Promise<Map<string, number[]>> {
  const cut = new Map<string, number[]>()
  for (const [pair, links] of Map.groupBy(rows, pairOf)) {
    if (cut.size >= mostWalks) break
    cut.set(pair, cutOffBy(network, new Set(links.map(({ id }) => id))))
    await rest()
  }
  return cut
}

const atPort = (device: string, port: string | null) => (port === null ? device : `${device} ${port}`)

function conditionOf(row: Row, cut: readonly number[]): Condition {
  const [src, dest] = [atPort(row.src_name, row.src_port), atPort(row.dest_name, row.dest_port)]
  return {
    device_id: row.src_device_id,
    interface_id: row.src_interface_id,
    part: `link ${row.id}`,
    severity: cut.length > 0 ? 'critical' : 'warning',
    title: `The link between ${src} and ${dest} is down`,
    description:
      cut.length > 0
        ? `${cut.length} devices have no other way. Look at the cable or fibre, and at the power of ` +
          `${row.dest_name}.`
        : 'Another way is left. Look at the cable or fibre, and at the ports at both ends.',
    labels: {
      ip: row.src_ip,
      link_id: String(row.id),
      src_device: row.src_name,
      src_interface: row.src_port ?? '',
      dest_device: row.dest_name,
      dest_interface: row.dest_port ?? '',
    },
    since: row.since,
    below: {
      device_ids: cut,
      interface_ids: [row.src_interface_id, row.dest_interface_id].filter(id => id !== null),
      customers: null,
    },
  }
}

const linkDown: ConditionSource<Links> = {
  label: 'Link between devices is down',
  severity: 'warning',
  forSec: 60,
  async holding({ ctx }, { deviceIds }) {
    const rows = await downLinks(ctx.em() as SqlEntityManager)
    if (rows.length === 0) return []
    const { network } = await readNetwork(ctx)
    const cut = await cutBy(network, rows)
    const asked = deviceIds && new Set(deviceIds)
    return rows
      .filter(row => !asked || asked.has(row.src_device_id))
      .map(row => conditionOf(row, cut.get(pairOf(row)) ?? []))
  },
}

export const conditions = { link_down: linkDown }
