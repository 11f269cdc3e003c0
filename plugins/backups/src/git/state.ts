import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { versionIn } from './message.ts'
import type { Repository } from './repository.ts'
import { tables } from './tables.ts'

/** Notes what the repository has from now on. */
export async function noteExported(
  em: SqlEntityManager,
  folder: string,
  head: string | null,
  exported: { device_id: number; version_id: string } | null,
): Promise<void> {
  const row = { folder, head }
  await tables(em)
    .insertInto('backups_git')
    .values({ id: 1, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
  if (!exported) return
  const { version_id } = exported
  await tables(em)
    .insertInto('backups_git_device')
    .values(exported)
    .onConflict(conflict => conflict.column('device_id').doUpdateSet({ version_id }))
    .execute()
}

/**
 * Makes the notes agree with the repository: a process that was killed may have written a commit without
 * noting it, and the folder or the database may be another one than before. What commits tell of versions
 * that are stored counts; after that nothing is exported twice and nothing is left out.
 */
export async function recover({ ctx }: Base, repository: Repository): Promise<string | null> {
  const noted = await tables(ctx.em()).selectFrom('backups_git').select(['folder', 'head']).executeTakeFirst()
  const same = noted?.folder === repository.folder
  const head = await repository.head()
  if (same && noted.head === head) return head
  const told = new Map<number, { version_id: string; seen: string }>()
  const goesOn = await repository.after(same ? noted.head : null, message => {
    const version = versionIn(message)
    if (version && !told.has(version.device_id)) told.set(version.device_id, version)
  })
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    if (!same || !goesOn) await tables(em).deleteFrom('backups_git_device').execute()
    const rows = [...told].map(([device_id, { version_id, seen }]) => ({ device_id, version_id, seen }))
    // Ids of a database that was restored may stand for other versions: the time must be the same too.
    await sql`
      insert into backups_git_device (device_id, version_id)
      select v.device_id, v.id from json_to_recordset(${JSON.stringify(rows)}::json)
        as told (device_id integer, version_id bigint, seen timestamptz)
      join backups_version v
        on v.id = told.version_id and v.device_id = told.device_id and v.first_seen = told.seen
      on conflict (device_id) do update set version_id = excluded.version_id`.execute(tables(em))
    await noteExported(em, repository.folder, head, null)
  })
  return head
}
