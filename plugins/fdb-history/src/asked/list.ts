import { parseMac } from '@linecard/driver-kit/codecs'
import { visibleDevices } from '@linecard/inventory/read'
import { pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { StayView } from '../schemas.ts'
import { tables } from '../tables.ts'
import type { StaysQuery } from './bodies.ts'
import { lastSeen, seenOf, vlanView, withPlaces, type SeenRow } from './rows.ts'

/** Rows that are counted. Above it, a count would take longer than the page. */
const mostCounted = 1_000
/** Rows that a page leaves out at most: PostgreSQL reads all of them. Later pages are empty. */
const mostLeftOut = 10_000

/** @throws FDB_HISTORY_MAC_INVALID */
function macOf(text: string): string {
  const mac = parseMac(text)
  if (mac === null)
    throw fail('FDB_HISTORY_MAC_INVALID', { mac: text }, [{ path: 'mac', message: 'is no MAC address' }])
  return mac
}

/** The text of a client. PostgreSQL also reads leap seconds and microseconds, which `Date` does not. */
const timeOf = (text: string) => sql`${text}::timestamptz`

function conditionsOf(query: StaysQuery): RawBuilder<unknown>[] {
  const { mac, vlan, device_id: device, interface_id: port, start, stop, active } = query
  return [
    ...(mac === undefined ? [] : [sql`s.mac = ${macOf(mac)}::macaddr`]),
    ...(vlan === undefined ? [] : [sql`s.vlan_id = ${vlan}`]),
    ...(device === undefined ? [] : [sql`s.device_id = ${device}`]),
    ...(port === undefined ? [] : [sql`s.interface_id = ${port}`]),
    ...(stop === undefined ? [] : [sql`s.first_seen <= ${timeOf(stop)}`]),
    ...(start === undefined ? [] : [sql`(s.closed_at is null or s.last_seen >= ${timeOf(start)})`]),
    ...(active === undefined ? [] : [active ? sql`s.closed_at is null` : sql`s.closed_at is not null`]),
  ]
}

/** The stays that the caller sees and that fit, the newest first; as parts of SQL. */
export function staysQuestion(em: SqlEntityManager, caller: Caller, query: StaysQuery) {
  const seen =
    caller.groupIds === null ? [] : [sql`s.device_id in (select d.id from (${visibleDevices(em, caller)}) d)`]
  const where = sql.join([sql`true`, ...conditionsOf(query), ...seen], sql` and `)
  return {
    // The count has the order of the page: without it PostgreSQL reads the table from its oldest end.
    page: (limit: number, offset: number) => sql<SeenRow & { id: number; mac: string }>`
      select s.id::float8 as id, upper(s.mac::text) as mac, s.device_id, s.interface_id, s.vlan_id,
        s.first_seen, ${lastSeen} as last_seen, s.closed_at, s.flaps
      from fdb_history_interval s
      left join fdb_history_reading r on r.device_id = s.device_id and r.kind = 'fdb'
      where ${where} order by s.first_seen desc, s.id desc limit ${limit} offset ${offset}`,
    count: sql<{ total: number }>`
      select count(*)::int as total from (
        select from fdb_history_interval s where ${where}
        order by s.first_seen desc limit ${mostCounted + 1}
      ) counted`,
  }
}

/** A page of the stays that the caller sees, the newest first. @throws FDB_HISTORY_MAC_INVALID */
export async function listStays(ctx: Context, caller: Caller, query: StaysQuery) {
  const page = pageOf(query, { cap: 1000 })
  const em = ctx.em()
  const question = staysQuestion(em, caller, query)
  const { rows: counted } = await question.count.execute(tables(em))
  const total = counted[0]!.total
  const rows =
    page.offset <= mostLeftOut ? (await question.page(page.limit, page.offset).execute(tables(em))).rows : []
  const placed = await withPlaces(ctx, caller, rows)
  return {
    stays: placed.map((row): StayView => ({
      id: row.id,
      mac: row.mac,
      vlan_id: vlanView(row.vlan_id),
      device: row.device,
      interface: row.interface,
      ...seenOf(row),
    })),
    meta: { total: Math.min(total, mostCounted), total_exact: total <= mostCounted, ...page },
  }
}
