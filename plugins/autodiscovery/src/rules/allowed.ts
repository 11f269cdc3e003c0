import { ApiError, type Caller, type Context } from '@linecard/plugin-kit'
import type { RuleBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { sees } from '../scope.ts'

/**
 * A rule asks addresses with access profiles for its author.
 * @throws ApiError AUTODISCOVERY_RULE_BEYOND for a network or a profile outside of the groups of the caller
 */
export async function assertAllowed(
  ctx: Context<Config>,
  caller: Caller,
  { groupId, cidr, accessIds }: { groupId: number; cidr: string; accessIds: readonly number[] },
): Promise<void> {
  if (caller.groupIds === null) return
  try {
    await ctx.use('intake').assertSearch({ access_ids: accessIds, group_id: groupId, cidr }, caller)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw fail('AUTODISCOVERY_RULE_BEYOND', {}, error.details)
  }
}

/** The group that a body names; undefined: it names none. */
export function groupOf({ group, group_id: plain }: Partial<RuleBody>): number | undefined {
  const nested = group?.id
  if (nested !== undefined && plain != null && nested !== plain)
    throw fail('AUTODISCOVERY_GROUP_AMBIGUOUS', {}, [{ path: 'group_id', message: 'differs from group.id' }])
  return plain ?? nested
}

/** @throws ApiError if the network, a profile or the group of a body is not allowed */
export async function assertKnown(
  ctx: Context<Config>,
  caller: Caller,
  body: Partial<RuleBody>,
): Promise<void> {
  const { cidr, access_ids: accessIds } = body
  const id = groupOf(body)
  if (id !== undefined && !(sees(caller, id) && (await ctx.use('devices').groups([id])).length))
    throw fail('AUTODISCOVERY_GROUP_UNKNOWN', { id }, [
      { path: 'group_id', message: 'there is no such group' },
    ])
  if (accessIds) {
    const there = await ctx.use('intake').profiles(accessIds, caller)
    const unknown = accessIds.find(one => !there.some(profile => profile.id === one))
    if (unknown !== undefined)
      throw fail('AUTODISCOVERY_ACCESS_UNKNOWN', { id: unknown }, [
        { path: 'access_ids', message: `there is no profile ${unknown}` },
      ])
  }
  if (cidr !== undefined) ctx.use('equipment').sweepable(cidr)
}
