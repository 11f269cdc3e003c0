import { interfacesList, ponOntsStatus } from '@linecard/driver-kit/modules'
import type { Caller, OnusAsked, StoredOnu, StoredOnus, StoredPonPort } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { createTotals } from '../totals.ts'
import type { OnuQuery } from './bodies.ts'
import { listedOnus } from './listed.ts'
import { countOf, orderBy, questionOf, type Question } from './query.ts'

/** PON ports of a device in the order of their bind keys, with their ONUs by state. */
async function storedPonPorts(em: SqlEntityManager, deviceId: number): Promise<StoredPonPort[]> {
  const { rows } = await sql<StoredPonPort>`
    with counted as (
      select parent_bind_key, coalesce(status, 'Unknown') as status, count(*)::integer as n
      from inventory_onu where device_id = ${deviceId} group by 1, 2
    ), summed as (
      select parent_bind_key, json_object_agg(status, n order by status) as statuses
      from counted group by parent_bind_key
    ), ports as (
      select * from inventory_interface where device_id = ${deviceId} and type = 'PON'
    )
    select p.id, coalesce(p.bind_key, c.parent_bind_key)::text as bind_key, p.name, p.status, p.admin_state,
      p.description, coalesce(c.statuses, '{}') as statuses
    from ports p full join summed c on c.parent_bind_key = p.bind_key
    order by coalesce(p.bind_key, c.parent_bind_key) nulls last`.execute(tables(em))
  return rows
}

const time = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The ONUs of `page` that have the ident of another ONU. */
const twins = sql`twins as materialized (
  select id from inventory_onu_twins(array(select id from page)) as id
)`

/** Their rows, each found by its key: a join reads a table that is taken for empty once for each. */
const ofPage = sql`cross join lateral (
  select * from inventory_onu where interface_id = page.id limit 1
) as o`

/** A row as PostgreSQL writes it; its fields are those of `StoredOnu`. `twins` must be there. */
const row = sql`json_build_object(
  'id', o.interface_id,
  'interface', json_build_object(
    'id', o.bind_key, 'name', o.name, 'type', 'ONU', 'parent', o.parent_bind_key, 'if_index', null),
  'ident', o.ident, 'ident_type', o.ident_type,
  'status', o.status, 'bind_status', o.bind_status, 'status_changed', ${time('o.status_changed_at')},
  'last_down_reason', o.last_down_reason, 'last_reg', o.last_reg, 'last_dereg', o.last_dereg,
  'rx', o.rx, 'tx', o.tx, 'olt_rx', o.olt_rx, 'temp', o.temp, 'voltage', o.voltage, 'distance', o.distance,
  'optical_time', ${time('o.optics_at')}, 'bad_since', ${time('o.bad_since')},
  'description', o.description, 'vendor', o.vendor, 'model', o.model,
  'agreement', o.agreement, 'comment', o.comment, 'duplicate', o.interface_id in (select id from twins)
)`

/** What a client asks of one device. */
function asQuestion(deviceId: number, asked: OnusAsked, caller: Caller): Question {
  const { below, sort = 'bind_key', status, query, only_bad_signal: bad } = asked
  const question = questionOf(caller, {
    device_id: deviceId,
    sort,
    ...(status !== undefined && { status }),
    ...(query !== undefined && { query }),
    ...(bad !== undefined && { only_bad_signal: bad }),
  })
  return below === undefined
    ? question
    : {
        ...question,
        where: sql`${question.where}
          and (o.parent_bind_key = ${below}::bigint or o.bind_key = ${below}::bigint)`,
      }
}

/** The ids of a page, numbered in their order. Unknown values come last. */
const pageOf = ({ from, where, order }: Question, { limit, offset }: OnusAsked): RawBuilder<unknown> => sql`
  select id, row_number() over () as nth from (
    select o.interface_id as id from ${from} where ${where}
    order by ${orderBy(order, true)} limit ${limit} offset ${offset}
  ) as ordered`

async function byPort(em: SqlEntityManager, question: Question, asked: OnusAsked) {
  const { rows } = await sql<{ port: string | null; json: string }>`
    with page as materialized (${pageOf(question, asked)}), ${twins}
    select o.parent_bind_key::text as port, string_agg(${row}::text, ',' order by page.nth) as json
    from page ${ofPage}
    group by o.parent_bind_key`.execute(tables(em))
  return rows
}

/** Rows of a stream that are asked for at once: few at first, so that they come soon. */
const [firstRows, moreRows] = [200, 2000]

/** The order is made once: made for each part again, it would cost as much as all rows. */
async function* lines(em: () => SqlEntityManager, question: Question, asked: OnusAsked) {
  const { rows: ids } = await sql<{ id: number }>`${pageOf(question, asked)} order by nth`.execute(
    tables(em()),
  )
  for (let from = 0, count = firstRows; from < ids.length; from += count, count = moreRows) {
    const part = ids.slice(from, from + count).map(({ id }) => id)
    const { rows } = await sql<{ text: string | null }>`
      with page as materialized (
        select * from unnest(${part}::integer[]) with ordinality as page (id, nth)
      ), ${twins}
      select string_agg(${row}::text || E'\\n', '' order by page.nth) as text
      from page ${ofPage}`.execute(tables(em()))
    if (rows[0]?.text) yield rows[0].text
  }
}

async function all(em: SqlEntityManager, deviceId: number): Promise<Map<number, StoredOnu>> {
  const { rows } = await sql<{ row: StoredOnu }>`
    with page as materialized (
      select interface_id as id from inventory_onu where device_id = ${deviceId}
    ), ${twins}
    select ${row} as row from inventory_onu o where o.device_id = ${deviceId}`.execute(tables(em))
  return new Map(rows.map(one => [one.row.interface.id, one.row]))
}

/** What plugins ask about the stored ONUs. */
export const storedOnusService = ({ ctx }: Inventory, totals = createTotals()): StoredOnus => ({
  list: (asked, caller) => listedOnus(ctx.em(), caller, asked as OnuQuery, totals),
  ports: deviceId => storedPonPorts(ctx.em(), deviceId),
  async total(deviceId, asked, caller) {
    const { rows } = await countOf(asQuestion(deviceId, asked, caller)).execute(tables(ctx.em()))
    return rows[0]!.total
  },
  byPort: (deviceId, asked, caller) => byPort(ctx.em(), asQuestion(deviceId, asked, caller), asked),
  lines: (deviceId, asked, caller) => lines(() => ctx.em(), asQuestion(deviceId, asked, caller), asked),
  all: deviceId => all(ctx.em(), deviceId),
  async readings(deviceId) {
    const device = await tables(ctx.em())
      .selectFrom('inventory_device')
      .select(['refreshed_at', 'refresh_error'])
      .where('id', '=', deviceId)
      .executeTakeFirst()
    const slow = await tables(ctx.em())
      .selectFrom('inventory_onu_reading')
      .select(['module', 'time', 'error'])
      .where('device_id', '=', deviceId)
      .orderBy('module')
      .execute()
    const { refreshed_at: refreshedAt, refresh_error: error } = device ?? {}
    const listed = [interfacesList.name, ponOntsStatus.name]
    return [
      ...(refreshedAt ? listed.map(module => ({ module, time: refreshedAt, error: error ?? null })) : []),
      ...slow,
    ]
  },
})
