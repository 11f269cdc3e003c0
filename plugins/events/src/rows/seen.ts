import { rememberedInterfaces, visibleDevices } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'

export type Viewer = Pick<Caller, 'groupIds' | 'permissions'>

/** Everything, for the service itself. */
export const everything: Viewer = { groupIds: null, permissions: new Set(['events_see_all']) }

const ids = (em: SqlEntityManager, viewer: Viewer) => sql`select d.id from (${visibleDevices(em, viewer)}) d`

/**
 * Whether a viewer sees the event with this device: the device is in their groups. Events without a device,
 * and those of removed devices, are seen with `events_see_all`; the latter only by who sees all groups.
 */
export function seenBy(
  em: SqlEntityManager,
  viewer: Viewer,
  device: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const all = viewer.permissions.has('events_see_all')
  if (viewer.groupIds === null) return all ? sql`true` : sql`${device} in (${ids(em, viewer)})`
  const own = sql<SqlBool>`${device} in (${ids(em, viewer)})`
  return all ? sql`(${device} is null or ${own})` : own
}

/** Joins that give the device and the interface of rows `e`, as `device` and `interface`. */
export const named = (em: SqlEntityManager) => ({
  columns: sql`
    case when d.id is null then null else json_build_object('id', d.id, 'ip', host(d.ip), 'name', d.name) end
      as device,
    case when i.id is null then null else json_build_object('id', i.id, 'name', i.name, 'type', i.type) end
      as interface`,
  joins: (device: RawBuilder<unknown>, port: RawBuilder<unknown>) => sql`
    left join (${visibleDevices(em, { groupIds: null })}) d on d.id = ${device}
    left join (${rememberedInterfaces(em, { groupIds: null })}) i on i.id = ${port}`,
})
