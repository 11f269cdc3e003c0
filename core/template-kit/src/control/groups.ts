import { Id, needAllGroups, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type Expression, type SqlBool } from '@linecard/plugin-kit/sql'
import { Type as T } from 'typebox'
import { fail } from './errors.ts'

// Who has a template: everybody, or users and devices of its groups. A group that was removed stays in its
// templates: no device and no other user ever has its id, so that what it leaves is closed and never for all.

/** The member `group_ids` of a definition. */
export const GroupIds = T.Array(Id, {
  maxItems: 1000,
  uniqueItems: true,
  description:
    'Device groups whose devices it is for, of those that you see; empty: all devices. Only who sees all ' +
    'groups changes what is for all',
})

/** What every definition has. */
export interface Grouped {
  group_ids: number[]
}

type Groups = Pick<Caller, 'groupIds'>
type Services = Pick<Context, 'use'>

const has = ({ groupIds }: Groups, id: number): boolean => groupIds === null || groupIds.includes(id)

/** Whether the caller sees a template: it is for all, or of a group that the caller sees. */
export const seesTemplate = (caller: Groups, { group_ids: ids }: Grouped): boolean =>
  ids.length === 0 || ids.some(id => has(caller, id))

/** The same for queries of templates or of their versions. */
export const seenTemplates = ({ groupIds }: Groups): Expression<SqlBool> =>
  groupIds === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(definition -> 'group_ids' = '[]' or exists (
        select from jsonb_array_elements(definition -> 'group_ids') g
        where g::integer = any (${[...groupIds]}::int[])))`

/** Whether a template is for devices of this group; null: the group of the device is not known. */
export const isForGroup = ({ group_ids: ids }: Grouped, groupId: number | null): boolean =>
  ids.length === 0 || (groupId !== null && ids.includes(groupId))

/** As the caller sees it: without the groups of others. */
export const shownTo = <D extends Grouped>(caller: Groups, definition: D): D => ({
  ...definition,
  group_ids: definition.group_ids.filter(id => has(caller, id)),
})

/** @throws ApiError LIMITED_TO_GROUPS (403) for what is for all, TEMPLATE_SHARED (403) */
export function assertOwn(
  caller: Groups,
  { name, definition: { group_ids: ids } }: { name: string; definition: Grouped },
): void {
  if (ids.length === 0) needAllGroups(caller)
  if (!ids.every(id => has(caller, id))) throw fail('TEMPLATE_SHARED', { name })
}

/**
 * Nobody gives a template to groups that they do not see, or that are not there. Those of `before` may stay.
 * @throws ApiError LIMITED_TO_GROUPS (403), TEMPLATE_GROUP_UNKNOWN (400)
 */
export async function assertGroups(
  ctx: Services,
  caller: Groups,
  wanted: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  if (wanted.length === 0) needAllGroups(caller)
  const added = wanted.filter(id => !before.includes(id))
  if (added.length === 0) return
  const there = new Set((await ctx.use('devices').groups(added)).map(({ id }) => id))
  const unknown = added.find(id => !there.has(id) || !has(caller, id))
  if (unknown !== undefined)
    throw fail('TEMPLATE_GROUP_UNKNOWN', { id: unknown }, [
      { path: 'group_ids', message: 'there is no such one' },
    ])
}

/** The groups of what a caller makes without naming any: those of the original, or all of the caller. */
export async function groupsOfNew(
  ctx: Services,
  { groupIds }: Groups,
  original: readonly number[] = [],
): Promise<number[]> {
  if (groupIds === null) return [...original]
  const common = original.filter(id => groupIds.includes(id))
  if (common.length > 0) return common
  const there = await ctx.use('devices').groups(groupIds)
  return there.map(({ id }) => id).toSorted((a, b) => a - b)
}
