import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { ApiError, type Caller, type Context } from '@linecard/plugin-kit'
import type { RuleBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { Rule } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { RuleView } from '../schemas.ts'
import { ofGroups, sees } from '../scope.ts'

/** Rules of one installation at most. */
const maxRules = 500
const defaultGroup = -1

/** A rule of a group that the caller sees. @throws ApiError AUTODISCOVERY_RULE_UNKNOWN (404) */
export async function ruleById(ctx: Context<Config>, caller: Caller, id: number): Promise<Rule> {
  const rule = await ctx.em().findOne(Rule, { id, ...ofGroups(caller) })
  if (!rule) throw fail('AUTODISCOVERY_RULE_UNKNOWN', { id })
  return rule
}

/** Number of addresses of a network; null if it is not allowed any more. */
function addressesOf(ctx: Context<Config>, cidr: string): number | null {
  try {
    return ctx.use('equipment').sweepable(cidr).addresses
  } catch {
    return null
  }
}

/** Profiles that the caller may not use are left out. */
export async function ruleViews(
  ctx: Context<Config>,
  caller: Caller,
  rules: readonly Rule[],
): Promise<RuleView[]> {
  const [groups, profiles] = await Promise.all([
    ctx.use('devices').groups([...new Set(rules.map(rule => rule.groupId))]),
    ctx.use('intake').profiles([...new Set(rules.flatMap(rule => rule.accessIds))], caller),
  ])
  return rules.map(rule => {
    const group = groups.find(({ id }) => id === rule.groupId)
    return {
      id: rule.id,
      name: rule.name,
      cidr: rule.cidr,
      addresses: addressesOf(ctx, rule.cidr),
      group: group ? { id: group.id, name: group.name } : null,
      access: rule.accessIds.flatMap(id => profiles.find(profile => profile.id === id) ?? []),
      enabled: rule.enabled,
      interval_min: rule.intervalMin ?? null,
      last_run_at: rule.lastRunAt ?? null,
      created_at: rule.createdAt,
      updated_at: rule.updatedAt,
    }
  })
}

function groupOf({ group, group_id: plain }: Partial<RuleBody>): number | undefined {
  const nested = group?.id
  if (nested !== undefined && plain != null && nested !== plain)
    throw fail('AUTODISCOVERY_GROUP_AMBIGUOUS', {}, [{ path: 'group_id', message: 'differs from group.id' }])
  return plain ?? nested
}

/** The fields of a body. @throws ApiError if the network, a profile or the group is not allowed */
async function checked(
  ctx: Context<Config>,
  caller: Caller,
  body: Partial<RuleBody>,
): Promise<Partial<Rule>> {
  const { name, cidr, access_ids: accessIds, enabled, interval_min: intervalMin } = body
  const groupId = groupOf(body)
  if (
    groupId !== undefined &&
    !(sees(caller, groupId) && (await ctx.use('devices').groups([groupId])).length)
  ) {
    throw fail('AUTODISCOVERY_GROUP_UNKNOWN', { id: groupId }, [
      { path: 'group_id', message: 'there is no such group' },
    ])
  }
  if (accessIds) {
    const there = await ctx.use('intake').profiles(accessIds, caller)
    const unknown = accessIds.find(id => !there.some(profile => profile.id === id))
    if (unknown !== undefined)
      throw fail('AUTODISCOVERY_ACCESS_UNKNOWN', { id: unknown }, [
        { path: 'access_ids', message: `there is no profile ${unknown}` },
      ])
  }
  const given = {
    name,
    cidr: cidr === undefined ? undefined : ctx.use('equipment').sweepable(cidr).cidr,
    accessIds,
    groupId,
    enabled,
    intervalMin,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

async function saving<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw fail('AUTODISCOVERY_RULE_EXISTS', { name }, [{ path: 'name', message: 'is taken' }])
    throw error
  }
}

/**
 * A rule asks addresses with access profiles for its author.
 * @throws ApiError AUTODISCOVERY_RULE_BEYOND for a network or a profile outside of the groups of the caller
 */
export async function assertAllowed(
  ctx: Context<Config>,
  caller: Caller,
  { groupId, cidr, accessIds }: Pick<Rule, 'groupId' | 'cidr' | 'accessIds'>,
): Promise<void> {
  if (caller.groupIds === null) return
  try {
    await ctx.use('intake').assertSearch({ access_ids: accessIds, group_id: groupId, cidr }, caller)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw fail('AUTODISCOVERY_RULE_BEYOND', {}, error.details)
  }
}

export async function createRule(ctx: Context<Config>, caller: Caller, body: RuleBody): Promise<Rule> {
  const fields = await checked(ctx, caller, body)
  const groupId = fields.groupId ?? defaultGroup
  if (!sees(caller, groupId))
    throw fail('AUTODISCOVERY_GROUP_NEEDED', {}, [{ path: 'group_id', message: 'is missing' }])
  await assertAllowed(ctx, caller, { groupId, cidr: fields.cidr!, accessIds: body.access_ids })
  const em = ctx.em()
  if ((await em.count(Rule)) >= maxRules) throw fail('AUTODISCOVERY_RULES_FULL', { most: maxRules })
  return saving(body.name, async () => {
    const rule = em.create(Rule, {
      name: body.name,
      cidr: fields.cidr!,
      accessIds: body.access_ids,
      groupId,
      ...fields,
    })
    await em.flush()
    return rule
  })
}

export async function updateRule(
  ctx: Context<Config>,
  caller: Caller,
  id: number,
  body: Partial<RuleBody>,
): Promise<Rule> {
  const before = await ruleById(ctx, caller, id)
  const fields = await checked(ctx, caller, body)
  await assertAllowed(ctx, caller, { ...before, ...fields })
  return saving(body.name, async () => {
    const em = ctx.em()
    const rule = await em.findOne(Rule, { id, ...ofGroups(caller) })
    if (!rule) throw fail('AUTODISCOVERY_RULE_UNKNOWN', { id })
    Object.assign(rule, fields)
    await em.flush()
    return rule
  })
}

export async function deleteRule(ctx: Context<Config>, caller: Caller, id: number): Promise<void> {
  if ((await ctx.em().nativeDelete(Rule, { id, ...ofGroups(caller) })) === 0)
    throw fail('AUTODISCOVERY_RULE_UNKNOWN', { id })
}
