import { interfacesList } from '@linecard/driver-kit/modules'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { hashOf } from './json.ts'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'
import { createAnswerWriter } from './write.ts'

const ownRows = '$[*] ? (@.interface.id == $id || !exists(@.interface) && @.id == $id)'
const rowsBelow = '$[*] ? (@.interface.parent == $id)'

/** One stored answer, with `data` selected by the caller: all of it, or some rows. */
const answerQuery = (em: SqlEntityManager, { deviceId, module, args }: AnswerKey) =>
  tables(em)
    .selectFrom('equipment_answer')
    .select(['time', 'spent_ms', 'missing', 'complete', 'outdated', 'answered_by'])
    .where('device_id', '=', deviceId)
    .where('module', '=', module)
    .where('args_hash', '=', hashOf(args))

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof answerQuery>['executeTakeFirst']>>> & {
  data: unknown
}

const answerOf = (row: Row): StoredAnswer => ({
  data: row.data,
  time: row.time,
  spentMs: row.spent_ms,
  missing: row.missing,
  complete: row.complete,
  answeredBy: row.answered_by ?? [],
  ...(row.outdated && { outdated: true }),
})

/**
 * Does what `resolveInterface` of the driver kit does: bind key, ifIndex, name, name in any case. A name that
 * fits several interfaces finds none.
 */
async function findInterface(
  em: SqlEntityManager,
  deviceId: number,
  wanted: string | number,
): Promise<number | null> {
  const text = String(wanted).trim()
  const number = /^\d{1,15}$/.test(text) ? text : null
  const { rows } = await sql<{ id: string | null }>`
    select case when rank <= 2 or count(*) = 1 then (array_agg(id order by position))[1] end as id
    from (
      select (entry -> 'id')::bigint as id, position,
        case
          when entry -> 'id' = to_jsonb(number) then 1
          when entry -> 'if_index' = to_jsonb(number) then 2
          when entry ->> 'name' = text then 3
          else 4
        end as rank
      from equipment_answer,
        jsonb_array_elements(data::jsonb) with ordinality as list (entry, position),
        (values (${number}::bigint, ${text}::text)) as wanted (number, text)
      where device_id = ${deviceId} and module = ${interfacesList.name} and args_hash = ${hashOf({})}
        and json_typeof(data) = 'array'
        and (
          entry -> 'id' = to_jsonb(number)
          or entry -> 'if_index' = to_jsonb(number)
          or lower(entry ->> 'name') = lower(text)
        )
    ) as found
    group by rank order by rank limit 1`.execute(tables(em))
  const id = rows[0]?.id
  return id == null ? null : Number(id)
}

/**
 * PostgreSQL cuts out the rows of one interface: the whole answer of a large OLT has megabytes, its one row a
 * few hundred bytes.
 */
async function readRows(em: SqlEntityManager, key: AnswerKey, interfaceId: number) {
  const variables = sql`jsonb_build_object('id', ${interfaceId}::bigint)`
  const own = sql`jsonb_path_query_array(data::jsonb, ${ownRows}::jsonpath, ${variables})`
  const below = sql`jsonb_path_query_array(data::jsonb, ${rowsBelow}::jsonpath, ${variables})`
  const row = await answerQuery(em, key)
    .select(sql<unknown[]>`coalesce(nullif(${own}, '[]'::jsonb), ${below})`.as('data'))
    .where(sql`json_typeof(data)`, '=', 'array')
    .executeTakeFirst()
  return row && row.data.length > 0 ? answerOf(row) : null
}

/** Stored answers in the table `equipment_answer`. */
export function databaseStore(em: () => SqlEntityManager): AnswerStore {
  return {
    async read(key) {
      const row = await answerQuery(em(), key).select('data').executeTakeFirst()
      return row ? answerOf(row) : null
    },
    findInterface: (deviceId, wanted) => findInterface(em(), deviceId, wanted),
    readRows: (key, interfaceId) => readRows(em(), key, interfaceId),
    write: createAnswerWriter(em),
    async outdate(deviceId) {
      await tables(em())
        .updateTable('equipment_answer')
        .set({ outdated: true })
        .where('device_id', '=', deviceId)
        .where('outdated', '=', false)
        .execute()
    },
    async renumbered(deviceId) {
      await tables(em())
        .deleteFrom('equipment_answer')
        .where('device_id', '=', deviceId)
        .where(sql<boolean>`args ? 'interface'`)
        .execute()
      await this.outdate(deviceId)
    },
    async forget(deviceId) {
      await tables(em()).deleteFrom('equipment_answer').where('device_id', '=', deviceId).execute()
    },
  }
}
