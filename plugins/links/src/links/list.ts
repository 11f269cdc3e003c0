import type { Caller, Context } from '@linecard/plugin-kit'
import { pageOf, sortTerms } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { LinkView, PortView } from '../schemas.ts'
import { tables } from '../tables.ts'
import type { LinksQuery } from './bodies.ts'
import { interfacesOf, portsOf, seenLinks, type LinkRow, type PortRow } from './rows.ts'

/** Rows of one answer at most, and by default: clients that draw maps ask once, and mean all. */
export const mostRows = 10_000

const known = sql<boolean>`l.src_interface_id is not null and l.dest_interface_id is not null`

function conditionsOf({ device_id: device, source, state = 'active' }: LinksQuery): RawBuilder<unknown> {
  return sql.join(
    [
      sql`l.state = ${state}`,
      ...(device === undefined ? [] : [sql`${device} in (l.src_device_id, l.dest_device_id)`]),
      ...(source === undefined ? [] : [sql`l.source = ${source}`]),
    ],
    sql` and `,
  )
}

export const portView = ({ device_id, device_ip, device_name, ...port }: PortRow): PortView => ({
  ...port,
  device: { id: device_id, ip: device_ip, name: device_name },
})

/** Links with their devices and interfaces; without those that lost a device in the meantime. */
export async function linkViews(
  ctx: Pick<Context, 'use' | 'em'>,
  caller: Caller,
  rows: readonly LinkRow[],
): Promise<LinkView[]> {
  if (rows.length === 0) return []
  const ids = new Set(rows.flatMap(row => [row.src_device_id, row.dest_device_id]))
  const devices = await ctx.use('devices').shown([...ids], caller)
  const ports = await portsOf(ctx.em(), caller, rows.flatMap(interfacesOf))
  const portAt = (id: number | null) => {
    const port = id === null ? undefined : ports.get(id)
    return port ? portView(port) : null
  }
  return rows.flatMap(row => {
    const [src, dest] = [devices.get(row.src_device_id), devices.get(row.dest_device_id)]
    if (!src || !dest) return []
    return [
      {
        ...row,
        src_device: src,
        src_iface: portAt(row.src_interface_id),
        dest_device: dest,
        dest_iface: portAt(row.dest_interface_id),
        src_aggregate: portAt(row.src_aggregate_id),
        dest_aggregate: portAt(row.dest_aggregate_id),
      },
    ]
  })
}

const sortable = {
  id: 'id',
  created_at: 'created_at',
  seen_at: 'seen_at',
  confidence: 'confidence',
  source: 'source',
} as const

/** A page of the links that the caller sees and that fit. @throws SORT_UNKNOWN */
export async function listLinks(ctx: Context, caller: Caller, query: LinksQuery) {
  const page = pageOf(query, { cap: mostRows, standard: mostRows })
  const em = ctx.em() as SqlEntityManager
  const order = sortTerms(query.sort, sortable).map(
    ([column, way]) => sql`l.${sql.ref(column)} ${sql.raw(way)} nulls last`,
  )
  const [links, fits] = [seenLinks(em, caller), conditionsOf(query)]
  const shown = query.unknown_ports ? sql<boolean>`true` : known
  const { rows: counted } = await sql<{ total: number; left: number }>`
    select (count(*) filter (where ${shown}))::int as total,
      (count(*) filter (where not (${shown})))::int as left
    from (${links}) l where ${fits}`.execute(tables(em))
  const { rows } = await sql<LinkRow>`
    select l.* from (${links}) l where ${fits} and ${shown}
    order by ${sql.join(order)} limit ${page.limit} offset ${page.offset}`.execute(tables(em))
  const { total, left } = counted[0]!
  return { links: await linkViews(ctx, caller, rows), meta: { total, ...page, left_out: left } }
}

/** @throws LINKS_LINK_UNKNOWN */
export async function linkRow(em: SqlEntityManager, caller: Caller, id: number): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`
    select l.* from (${seenLinks(em, caller)}) l where l.id = ${id}`.execute(tables(em))
  if (!rows[0]) throw fail('LINKS_LINK_UNKNOWN', { id })
  return rows[0]
}
