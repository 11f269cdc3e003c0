import type { Devices, PollableDevice } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { targetOf } from './connection/target.ts'
import { targetsOf } from './connection/targets.ts'
import { deviceById, deviceForTarget } from './find.ts'
import { Group } from '../entities/index.ts'
import { isId } from '../ids.ts'
import { devicesById } from './list.ts'
import { deviceView } from './view.ts'
import type { Inventory } from '../inventory.ts'
import { tables } from '../tables.ts'
import { seenDevices, sees } from '../visibility.ts'
import { toldOf } from './reachability.ts'

/** Devices as the pollers plan them. A device that is off or cannot be asked has no key of a model. */
async function pollableDevices(
  em: SqlEntityManager,
  now: Date,
  ids: readonly number[] | undefined,
): Promise<PollableDevice[]> {
  const { rows } = await sql<PollableDevice>`
    select d.id, host(d.ip) as ip, d.name, d.group_id, d.status, ${toldOf(now, 'd')} as watched,
      case when d.enabled and d.access_id is not null then m.key end as model_key,
      d.pollers, coalesce(m.pollers, '{}') as model_pollers,
      json_build_object('device', d.params, 'model', coalesce(m.params, '{}')) as params
    from inventory_device d left join inventory_model m on m.id = d.model_id
    where ${ids === undefined ? sql`true` : sql`d.id = any (${[...ids]}::int[])`}
    order by d.id`.execute(tables(em))
  return rows
}

/** What other plugins ask about devices. */
export const devicesService = ({ ctx }: Inventory): Devices => ({
  target: async (ref, caller) => targetOf(ctx, await deviceForTarget(ctx.em(), caller, ref)),
  async named(id, caller) {
    const { ip, name } = await deviceById(ctx.em(), caller, id)
    return { id, ip, name }
  },
  async shown(ids, caller) {
    const shown = await devicesById(ctx.em(), [...new Set(ids)].filter(isId))
    const seen = [...shown.values()].filter(({ group }) => sees(caller, group.id))
    return new Map(seen.map(device => [device.id, deviceView(device)]))
  },
  async several(ids, caller) {
    const wanted = [...new Set(ids)].filter(isId)
    const rows = await seenDevices(ctx.em(), caller)
      .select(['d.id', 'd.ip', 'd.name'])
      .where(sql<boolean>`d.id = any (${wanted}::int[])`)
      .execute()
    const byId = new Map(rows.map(row => [row.id, row]))
    return ids.flatMap(id => byId.get(id) ?? [])
  },
  atAddresses: async ips =>
    (
      await sql<{ id: number; ip: string; name: string; enabled: boolean }>`
        select id, host(ip) as ip, name, enabled from inventory_device
        where ip = any (${[...ips]}::inet[])`.execute(tables(ctx.em()))
    ).rows,
  visible: async caller =>
    caller.groupIds === null
      ? null
      : (await seenDevices(ctx.em(), caller).select('d.id').execute()).map(({ id }) => id),
  targets: ids => targetsOf(ctx, ids),
  pollable: ids => pollableDevices(ctx.em(), ctx.clock(), ids),
  groups: async ids =>
    (await ctx.em().find(Group, { id: { $in: [...ids] } })).map(({ id, name, description }) => ({
      id,
      name,
      description,
    })),
})
