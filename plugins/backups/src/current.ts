import { visibleDevices } from '@linecard/inventory/read'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from './base.ts'
import { tables } from './tables.ts'

/** A device, and what decides which rules are for it. */
export interface CheckedDevice {
  id: number
  ip: string
  name: string
  group: { id: number; name: string }
  /** Null: unknown. */
  driver: string | null
  model_key: string | null
  type: string | null
}

/** A device with its current configuration, as those work with it who look at all devices. */
export interface Current extends CheckedDevice {
  version_id: string
  content_id: string
}

/** Key of a model → id of its driver. */
export const driversByModel = ({ ctx }: Base): ReadonlyMap<string, string> =>
  new Map(ctx.drivers.flatMap(({ id, models }) => models.map(({ key }) => [key, id] as const)))

/** All devices that have a configuration, in the order of their ids. */
export async function currentOfAll(base: Base): Promise<Current[]> {
  const em = base.ctx.em()
  const { rows } = await sql<Omit<Current, 'driver' | 'group'> & { group_id: number }>`
    select d.id, host(d.ip) as ip, d.name, d.group_id, d.model_key, d.type, v.id::text as version_id,
      v.content_id::text as content_id
    from (${visibleDevices(em, { groupIds: null })}) d
    join backups_version v on v.device_id = d.id and v.valid_until is null
    order by d.id`.execute(tables(em))
  const drivers = driversByModel(base)
  const groups = await groupsOf(base, rows)
  return rows.map(({ group_id: id, ...row }) => ({
    ...row,
    group: { id, name: groups.get(id) ?? '' },
    driver: row.model_key === null ? null : (drivers.get(row.model_key) ?? null),
  }))
}

/** Names of the groups of devices by their ids. */
export async function groupsOf(
  { ctx }: Base,
  devices: readonly { group_id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const groups = await ctx.use('devices').groups([...new Set(devices.map(({ group_id }) => group_id))])
  return new Map(groups.map(({ id, name }) => [id, name]))
}
