import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { wantedWorkers } from '../devices/plan.ts'
import { tables } from '../tables.ts'

/** Makes devices due now. Returns the id of the run, in which their results are. */
export async function askFor(base: Base, deviceIds: readonly number[], caller: Caller): Promise<string> {
  const { ctx } = base
  const now = ctx.clock()
  const workers = wantedWorkers(base, await ctx.use('devices').pollable(deviceIds))
  const asked = deviceIds.map(id => ({ device_id: id, worker: workers.get(id) ?? '' }))
  return ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const { id } = await tables(em)
      .insertInto('backups_run')
      .values({ asked_by: caller.login, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into backups_device (device_id, worker, next_at, asked_at)
      select device_id, worker, ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (device_id integer, worker text)
      order by 1
      on conflict (device_id) do update set next_at = excluded.next_at, asked_at = excluded.asked_at`.execute(
      tables(em),
    )
    await sql`
      insert into backups_run_device (run_id, device_id)
      select ${id}::uuid, unnest(${[...deviceIds]}::int[])`.execute(tables(em))
    return id
  })
}

/** Makes a device due soon after it was changed; each further change moves it on, within limits. */
export async function noteChange({ ctx }: Base, deviceId: number): Promise<void> {
  const now = ctx.clock()
  const settleMs = ctx.config.settle_sec * 1000
  const settled = new Date(now.getTime() + settleMs)
  await sql`
    update backups_device set changing_since = coalesce(changing_since, ${now}::timestamptz),
      next_at = case when changing_since is null
        then least(next_at, ${settled}::timestamptz)
        else least(${settled}::timestamptz, changing_since + make_interval(secs => ${(5 * settleMs) / 1000}))
      end
    where device_id = ${deviceId} and next_at is not null and asked_at is null`.execute(tables(ctx.em()))
}
