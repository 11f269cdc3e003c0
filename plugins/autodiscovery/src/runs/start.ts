import { ApiError, type Caller, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { Rule, Run } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { assertAllowed } from '../rules/allowed.ts'
import { ofGroups } from '../scope.ts'

export const jobKey = 'autodiscovery.discover'

/** The rules that the caller may run. */
async function allowed(ctx: Context<Config>, caller: Caller, rules: readonly Rule[]): Promise<Rule[]> {
  const may = await Promise.all(
    rules.map(rule =>
      assertAllowed(ctx, caller, rule).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false
          throw error
        },
      ),
    ),
  )
  return rules.filter((_, at) => may[at])
}

/**
 * Notes a run and has some process do it. Gives its id. @throws ApiError CONFLICT while one is going on,
 * RESOURCE_NOT_FOUND for a rule that the caller does not see
 */
export async function startRun(
  ctx: Context<Config>,
  caller: Caller,
  ruleIds: readonly number[] | null,
): Promise<number> {
  const em = ctx.em()
  const found = await em.find(
    Rule,
    { ...ofGroups(caller), ...(ruleIds === null ? { enabled: true } : { id: { $in: [...ruleIds] } }) },
    { orderBy: { id: 'asc' } },
  )
  const lacking = ruleIds?.find(id => !found.some(rule => rule.id === id))
  if (lacking !== undefined) throw fail('AUTODISCOVERY_RULE_UNKNOWN', { id: lacking })
  const rules = ruleIds === null ? await allowed(ctx, caller, found) : found
  for (const rule of rules) await assertAllowed(ctx, caller, rule)
  if (rules.length === 0) throw fail('AUTODISCOVERY_NOTHING_TO_DO')
  for (const { cidr } of rules) ctx.use('equipment').sweepable(cidr)
  const run = em.create(Run, {
    status: 'waiting',
    requestedBy: caller.login,
    ruleIds: rules.map(({ id }) => id),
    groupIds: [...new Set(rules.map(({ groupId }) => groupId))],
    errors: [],
  })
  await em.flush()
  try {
    await ctx.use('jobs').runNow(jobKey, caller)
  } catch (error) {
    // Gone already: a search that began just now has taken it.
    if ((await ctx.em().nativeDelete(Run, { id: run.id, status: 'waiting' })) === 0) return run.id
    throw error instanceof ApiError && error.code === 'JOB_RUNNING' ? fail('AUTODISCOVERY_RUNNING') : error
  }
  return run.id
}
