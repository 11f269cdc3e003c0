import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Rows that one statement removes, so that its locks and its transaction stay short. */
const batch = 1000
/** Contents that nobody uses stay so long: a version may just be stored with one. */
const unusedMs = 3_600_000

/** Repeats a removal until it finds less than a batch. Returns how many rows went. */
async function inBatches(signal: AbortSignal, remove: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    signal.throwIfAborted()
    const gone = await remove()
    all += gone
    if (gone < batch) return all
  }
}

/** Removes versions that were replaced before a time, and the oldest above `most` of a device. */
export const trimVersions = (
  em: () => SqlEntityManager,
  { before, most }: { before: Date; most: number },
  signal: AbortSignal,
): Promise<number> =>
  inBatches(signal, async () => {
    const { rows } = await sql<{ gone: number }>`
      with old as (
        select id from backups_version where valid_until < ${before}::timestamptz
        union
        select id from (
          select id, valid_until, row_number() over (partition by device_id order by id desc) as place
          from backups_version
        ) v where place > ${most} and valid_until is not null
        limit ${batch}
      ), gone as (delete from backups_version where id in (select id from old) returning 1)
      select count(*)::int as gone from gone`.execute(tables(em()))
    return rows[0]!.gone
  })

/** Removes texts that no version has. */
export const trimContents = (em: () => SqlEntityManager, now: Date, signal: AbortSignal): Promise<number> =>
  inBatches(signal, async () => {
    const { rows } = await sql<{ gone: number }>`
      with unused as (
        select c.id from backups_content c
        where c.used_at < ${new Date(now.getTime() - unusedMs)}::timestamptz
          and not exists (select from backups_version v where v.content_id = c.id)
          and not exists (select from backups_device d where d.held_id = c.id)
        limit ${batch} for update of c skip locked
      ), gone as (delete from backups_content where id in (select id from unused) returning 1)
      select count(*)::int as gone from gone`.execute(tables(em()))
    return rows[0]!.gone
  })

/** Removes runs that people asked for before a time. */
export async function trimRuns(em: SqlEntityManager, before: Date): Promise<void> {
  await tables(em).deleteFrom('backups_run').where('created_at', '<', before).execute()
}
