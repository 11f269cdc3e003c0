import type { Caller } from '@linecard/plugin-kit'
import { sql, type Expression, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { closedType } from './closed-type.ts'
import { tables } from './tables.ts'

// Which devices a caller sees: those of their groups. The rule stands in this file only, once for queries
// (`inGroups`) and once for entities (`deviceScope`). Everything that lists, searches, exports or counts
// devices or what belongs to them starts from one of the functions below.

type Groups = Pick<Caller, 'groupIds'>
type Within = { $in: number[] }

/** The rule as a condition on a column that holds the id of a group; null: the caller sees all groups. */
export const inGroups = ({ groupIds }: Groups, column: string): Expression<SqlBool> | null =>
  groupIds === null ? null : sql<SqlBool>`${sql.ref(column)} = any (${[...groupIds]}::int[])`

/** The rule for `em.find(Device, …)`. */
export const deviceScope = ({ groupIds }: Groups): { group?: Within } =>
  groupIds === null ? {} : { group: { $in: [...groupIds] } }

/** The same for groups themselves. */
export const groupScope = ({ groupIds }: Groups): { id?: Within } =>
  groupIds === null ? {} : { id: { $in: [...groupIds] } }

/** Whether the caller sees devices of a group. */
export const sees = ({ groupIds }: Groups, groupId: number): boolean =>
  groupIds === null || groupIds.includes(groupId)

/** Devices `d` that the caller sees, for queries of this package that pick their own columns. */
export function seenDevices(em: SqlEntityManager, caller: Groups) {
  const rule = inGroups(caller, 'd.group_id')
  const devices = tables(em).selectFrom('inventory_device as d')
  return rule ? devices.where(rule) : devices
}

/** Interfaces `i` with their devices `d`, of devices that the caller sees. Without closed ONUs. */
export const seenInterfaces = (em: SqlEntityManager, caller: Groups) =>
  seenDevices(em, caller)
    .innerJoin('inventory_interface as i', 'i.device_id', 'd.id')
    .where('i.type', '<>', closedType)

/** The groups of an access profile. */
type Profile = { readonly groupIds: readonly number[] }

/** Whether the caller may use an access profile: it belongs to a group that the caller sees. */
export const usesProfile = (caller: Groups, { groupIds }: Profile): boolean =>
  caller.groupIds === null || groupIds.some(id => sees(caller, id))

/** Whether the caller may change a profile and see its secrets: it belongs to no other group. */
export const ownsProfile = (caller: Groups, { groupIds }: Profile): boolean =>
  caller.groupIds === null || (groupIds.length > 0 && seesAll(caller, groupIds))

/** Whether the caller may give a profile to a device of a group, which makes it a profile of this group. */
export const lendsProfile = (caller: Groups, profile: Profile, groupId: number): boolean =>
  profile.groupIds.includes(groupId) || ownsProfile(caller, profile)

/** The profiles that the caller may use, for `em.find(Access, …)`. */
export async function profileScope(
  em: SqlEntityManager,
  caller: Groups,
): Promise<{ $and?: [{ id: Within }] }> {
  const rule = inGroups(caller, 'group_id')
  if (!rule) return {}
  const rows = await tables(em)
    .selectFrom('inventory_access_group')
    .select('access_id as id')
    .distinct()
    .where(rule)
    .execute()
  return { $and: [{ id: { $in: rows.map(({ id }) => id) } }] }
}

/** Whether the caller sees the devices of all these groups. */
export const seesAll = (caller: Groups, groupIds: readonly number[]): boolean =>
  groupIds.every(id => sees(caller, id))
