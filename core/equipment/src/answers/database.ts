import { interfacesList } from '@linecard/driver-kit/modules'
import { sql, type SqlEntityManager, commitLater, isAhead } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { hashOf, storable } from './json.ts'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'
import { hash } from 'node:crypto'
import type { Missing } from '@linecard/driver-kit'
import { gather } from '@linecard/plugin-kit/concurrency'
import { mostRecent } from '../limits/recent.ts'

interface Written {
  key: AnswerKey
  args: string
  name: string
  answer: StoredAnswer
  data: string
  missing: string
  digest: string
}

/** Answers whose digests a process remembers. */
const maxDigests = 200_000
/** Longer JSON is a statement of its own, so that it holds up no other answer. Characters. */
const longJson = 100_000

const nameOf = ({ deviceId, module }: AnswerKey, args: string) => `${deviceId} ${module} ${args}`

/** Of all that must be the same so that only the time is written. */
const digestOf = ({ data, missing, answer: { complete, answeredBy } }: Omit<Written, 'digest'>) =>
  hash('sha1', `${complete} ${answeredBy.join(' ')} ${missing} ${data}`, 'base64')

const valuesOf = ({ key, args, data, missing, digest, answer }: Written) => ({
  device_id: key.deviceId,
  module: key.module,
  args_hash: args,
  args: sql`${storable(key.args).text}::jsonb`,
  data: sql`${data}::json`,
  time: answer.time,
  spent_ms: Math.round(answer.spentMs),
  missing: sql<Missing[]>`${missing}::jsonb`,
  complete: answer.complete,
  answered_by: [...answer.answeredBy],
  digest,
})

/** False for an answer that does not replace the stored one. */
async function write(em: SqlEntityManager, rows: readonly Written[]): Promise<boolean[]> {
  const stored = await tables(em)
    .insertInto('equipment_answer')
    .values(rows.map(valuesOf))
    .onConflict(conflict =>
      conflict
        .columns(['device_id', 'module', 'args_hash'])
        .doUpdateSet(({ ref }) => ({
          data: ref('excluded.data'),
          time: ref('excluded.time'),
          spent_ms: ref('excluded.spent_ms'),
          missing: ref('excluded.missing'),
          complete: ref('excluded.complete'),
          answered_by: ref('excluded.answered_by'),
          digest: ref('excluded.digest'),
          outdated: false,
        }))
        .where(
          sql<boolean>`(excluded.time >= equipment_answer.time or ${isAhead('equipment_answer.time')})
            and (excluded.complete or not equipment_answer.complete or equipment_answer.outdated)`,
        ),
    )
    // A round of polls writes thousands of them, and each would wait for the disk.
    .returning(['device_id', 'module', 'args_hash', commitLater.as('commit')])
    .execute()
  const names = new Set(
    stored.map(row => nameOf({ deviceId: row.device_id, module: row.module, args: {} }, row.args_hash)),
  )
  return rows.map(({ name }) => names.has(name))
}

/** False for an answer that is not the stored one. */
async function touch(em: SqlEntityManager, rows: readonly Written[]): Promise<boolean[]> {
  const { rows: done } = await sql<{ at: number }>`
    update equipment_answer a set time = r.time, spent_ms = r.spent_ms, outdated = false
    from unnest(
      ${rows.map(({ key }) => key.deviceId)}::int[], ${rows.map(({ key }) => key.module)}::text[],
      ${rows.map(({ args }) => args)}::text[], ${rows.map(({ digest }) => digest)}::text[],
      ${rows.map(({ answer }) => answer.time)}::timestamptz[],
      ${rows.map(({ answer }) => Math.round(answer.spentMs))}::int[]
    ) with ordinality as r (device_id, module, args_hash, digest, time, spent_ms, at)
    where a.device_id = r.device_id and a.module = r.module and a.args_hash = r.args_hash
      and a.digest = r.digest and (a.time <= r.time or ${isAhead('a.time')})
    returning r.at::int, ${commitLater}`.execute(tables(em))
  const touched = new Set(done.map(({ at }) => at))
  return rows.map((_, at) => touched.has(at + 1))
}

/**
 * Writes answers into `equipment_answer`. Of one that says the same as the last one, only the time is
 * written. Answers that are written at the same time are one statement.
 */
function createAnswerWriter(em: () => SqlEntityManager) {
  const last = mostRecent<string>(maxDigests)
  const put = gather<Written, boolean>({
    write: rows => write(em(), rows),
    keyOf: ({ name }) => name,
    most: 50,
  })
  const renew = gather<Written, boolean>({ write: rows => touch(em(), rows), keyOf: ({ name }) => name })
  return async (key: AnswerKey, answer: StoredAnswer): Promise<void> => {
    const args = hashOf(key.args)
    const given = {
      key,
      args,
      name: nameOf(key, args),
      answer,
      data: answer.json ?? storable(answer.data).text,
      missing: storable(answer.missing).text,
    }
    const row: Written = { ...given, digest: digestOf(given) }
    const done =
      (last.get(row.name) === row.digest && (await renew(row))) ||
      (row.data.length > longJson ? (await write(em(), [row]))[0] : await put(row))
    if (done) last.set(row.name, row.digest)
  }
}

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
