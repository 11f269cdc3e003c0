import { workGroupsOf, type Context } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'

type Site = Pick<Context, 'find' | 'use'>

/** The group of workers that looks after the devices of a device group, now. */
export const workerOf = (ctx: Site): ((deviceGroup: number) => string) => {
  const groups = workGroupsOf(ctx)
  return deviceGroup => groups.get(deviceGroup) ?? ''
}

/** The same as rows `(group_id, worker)`, to be joined from the left: without a row it is `''`. */
export function workerRows(ctx: Site): RawBuilder<{ group_id: number; worker: string }> {
  const rows = [...workGroupsOf(ctx)]
  return sql`(select * from unnest(
    ${rows.map(([id]) => id)}::int[], ${rows.map(([, worker]) => worker)}::text[]) as t (group_id, worker))`
}

/** Those of these devices that are in the inventory and that this process looks after. */
export async function ownDevices(
  ctx: Site,
  em: SqlEntityManager,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const [of, own] = [workerOf(ctx), ctx.use('work').group]
  const rows = await em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, { groupIds: null }).as('d'))
    .select(['d.id', 'd.group_id'])
    .where(sql<boolean>`d.id = any (${[...ids]}::int[])`)
    .execute()
  return new Set(rows.filter(({ group_id: group }) => of(group) === own).map(({ id }) => id))
}
