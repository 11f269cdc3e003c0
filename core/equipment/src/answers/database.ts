import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Missing } from '@linecard/driver-kit'
import { interfacesList } from '@linecard/driver-kit/modules'
import { hashOf, storable } from './json.ts'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'

interface Row {
  data: unknown
  time: Date | string
  spent_ms: number
  missing: Missing[]
  complete: boolean
  outdated: boolean
}

const answerOf = (row: Row): StoredAnswer => ({
  data: row.data,
  time: new Date(row.time),
  spentMs: row.spent_ms,
  missing: row.missing,
  complete: row.complete,
  ...(row.outdated && { outdated: true }),
})

const whole =
  'select data, time, spent_ms, missing, complete, outdated from equipment_answer where device_id = ? and module = ? and args_hash = ?'

/**
 * The rows of one interface are cut out by PostgreSQL: the whole answer of a large OLT is megabytes, its one
 * row a few hundred bytes.
 */
const rows = `select coalesce(nullif(jsonb_path_query_array(data, ?::jsonpath, vars), '[]'::jsonb), jsonb_path_query_array(data, ?::jsonpath, vars)) as data,
    time, spent_ms, missing, complete, outdated
  from equipment_answer, jsonb_build_object('id', ?::bigint) as vars
  where device_id = ? and module = ? and args_hash = ? and jsonb_typeof(data) = 'array'`
const own = '$[*] ? (@.interface.id == $id || !exists(@.interface) && @.id == $id)'
const below = '$[*] ? (@.interface.parent == $id)'

/**
 * `resolveInterface` of the driver kit, done by PostgreSQL: bind key, ifIndex, name, name in any case; a name
 * that fits several is none.
 */
const find = `select case when rank <= 2 or count(*) = 1 then (array_agg(id order by place))[1] end as id
  from (
    select (entry -> 'id')::bigint as id, place,
      case when entry -> 'id' = to_jsonb(number) then 1 when entry -> 'if_index' = to_jsonb(number) then 2 when entry ->> 'name' = text then 3 else 4 end as rank
    from equipment_answer, jsonb_array_elements(data) with ordinality as list (entry, place), (values (?::bigint, ?::text)) as wanted (number, text)
    where device_id = ? and module = ? and args_hash = ? and jsonb_typeof(data) = 'array'
      and (entry -> 'id' = to_jsonb(number) or entry -> 'if_index' = to_jsonb(number) or lower(entry ->> 'name') = lower(text))
  ) as found
  group by rank order by rank limit 1`

const upsert = `insert into equipment_answer (device_id, module, args_hash, args, data, time, spent_ms, missing, complete)
  values (?, ?, ?, ?::jsonb, ?::jsonb, ?::timestamptz, ?, ?::jsonb, ?)
  on conflict (device_id, module, args_hash) do update
  set data = excluded.data, time = excluded.time, spent_ms = excluded.spent_ms, missing = excluded.missing, complete = excluded.complete, outdated = false
  where excluded.time >= equipment_answer.time and (excluded.complete or not equipment_answer.complete or equipment_answer.outdated)`

const placeOf = ({ deviceId, module, args }: AnswerKey) => [deviceId, module, hashOf(args)]

/** Stored answers in the table `equipment_answer`. */
export function databaseStore(em: () => SqlEntityManager): AnswerStore {
  const one = async (sql: string, params: unknown[]): Promise<StoredAnswer | null> => {
    const [row] = await em().execute<Row[]>(sql, params)
    return row ? answerOf(row) : null
  }
  return {
    read: key => one(whole, placeOf(key)),
    async findInterface(deviceId, wanted) {
      const text = String(wanted).trim()
      const number = /^\d{1,15}$/.test(text) ? text : null
      const [row] = await em().execute<{ id: string | null }[]>(find, [
        number,
        text,
        ...placeOf({ deviceId, module: interfacesList.name, args: {} }),
      ])
      return row?.id == null ? null : Number(row.id)
    },
    async readRows(key, interfaceId) {
      const answer = await one(rows, [own, below, interfaceId, ...placeOf(key)])
      return answer && (answer.data as unknown[]).length > 0 ? answer : null
    },
    async write(key, { data, time, spentMs, missing, complete }) {
      await em().execute(
        upsert,
        [
          ...placeOf(key),
          storable(key.args).text,
          storable(data).text,
          time.toISOString(),
          Math.round(spentMs),
          storable(missing).text,
          complete,
        ],
        'run',
      )
    },
    async outdate(deviceId) {
      await em().execute(
        'update equipment_answer set outdated = true where device_id = ? and not outdated',
        [deviceId],
        'run',
      )
    },
    async forget(deviceId) {
      await em().execute('delete from equipment_answer where device_id = ?', [deviceId], 'run')
    },
  }
}
