import { workGroupsOf, workersNow, type PollableDevice } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { tables } from '../tables.ts'
import { nextTime, shareOf } from '../times.ts'
import { isOn } from './switched.ts'

/** A device that was never read is read within so long, in ms. */
const firstMs = 5 * 60_000

/** The workers that each device is to have, by its id. */
export function wantedWorkers(
  { ctx }: Base,
  devices: readonly PollableDevice[],
): ReadonlyMap<number, string> {
  const groups = workGroupsOf(ctx)
  return new Map(devices.map(({ id, group_id: group }) => [id, groups.get(group) ?? '']))
}

/** Whether a device is read in its time. */
export const isRead = ({ ctx }: Base, { model_key: key, params }: PollableDevice): boolean =>
  ctx.use('configurations').readable(key) && isOn(params, ctx.config)

/**
 * Gives every device that is to be read its next time, and takes it from the others. Devices that wait for
 * another try, or that somebody has asked for, keep theirs.
 */
export async function planDevices(base: Base): Promise<void> {
  const { ctx } = base
  const now = ctx.clock()
  const [devices, stored] = await Promise.all([
    ctx.use('devices').pollable(),
    tables(ctx.em()).selectFrom('backups_device').select(['device_id', 'worker']).execute(),
  ])
  // Also those that are read only when somebody asks.
  const workers = await workersNow(wantedWorkers(base, devices), stored, base.queue)
  const moves = stored.flatMap(({ device_id, worker: before }) => {
    const worker = workers.get(device_id) ?? before
    return worker === before ? [] : [{ device_id, worker }]
  })
  if (moves.length > 0)
    await sql`
      update backups_device d set worker = m.worker
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (device_id integer, worker text)
      where d.device_id = m.device_id`.execute(tables(ctx.em()))
  const on = devices
    .filter(device => isRead(base, device))
    .map(({ id }) => ({
      device_id: id,
      worker: workers.get(id)!,
      next_at: nextTime(ctx.config, id, now),
      first_at: new Date(now.getTime() + shareOf(id) * firstMs),
    }))
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(on)}::jsonb)
        as w (device_id integer, worker text, next_at timestamptz, first_at timestamptz)
    ), off as (
      update backups_device set next_at = null
      where next_at is not null and asked_at is null
        and device_id not in (select device_id from wanted)
    )
    insert into backups_device as d (device_id, worker, next_at)
    select w.device_id, w.worker,
      case when exists (select from backups_device known where known.device_id = w.device_id)
        then w.next_at else w.first_at end
    from wanted w
    on conflict (device_id) do update set next_at = excluded.next_at
    where d.asked_at is null and d.changing_since is null
      and (d.next_at is null or (d.status in ('ok', 'unchanged') and d.next_at > ${now}::timestamptz
          and d.next_at <> excluded.next_at))`.execute(tables(ctx.em()))
}

/** Devices that are handed out at once; the others follow. */
const mostUnits = 5_000
/** A device that a person asked for goes before the others. */
const first = 10

/** Hands out the devices that are due. */
export async function handOut({ ctx, queue }: Base): Promise<void> {
  const rows = await tables(ctx.em())
    .selectFrom('backups_device')
    .select(['device_id', 'worker', 'asked_at'])
    .where('next_at', '<=', ctx.clock())
    .orderBy('asked_at')
    .orderBy('next_at')
    .limit(mostUnits)
    .execute()
  for (const [worker, units] of Map.groupBy(rows, row => row.worker))
    await (
      await queue(worker)
    ).put(units.map(({ device_id: id, asked_at: at }) => ({ key: String(id), priority: at ? first : 0 })))
}
