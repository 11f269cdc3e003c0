import { Type as T } from 'typebox'
import {
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  listQuery,
  pageOf,
  text,
  type Context,
  type Routes,
  ApiError,
  type Caller,
} from '@linecard/plugin-kit'
import { RunBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { results, runStatuses, Rule, Run, type Found } from '../entities/index.ts'
import { changing } from '../permissions.ts'
import { FoundView, RunStarted, RunView } from '../schemas.ts'
import { listFound, visibleFound } from './found.ts'
import { listRuns, runById } from './store.ts'
import { fail } from '../errors.ts'
import { assertAllowed } from '../rules/allowed.ts'
import { ofGroups, sees } from '../scope.ts'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** A run that has not been stored for this time is lost: its process died. */
const lostAfterMs = 60_000

const none = { added: 0, known: 0, unknown_identity: 0, failed: 0 }

/** Counts what the caller sees. The numbers of the whole run would tell about other groups. */
async function countsOf(
  ctx: Context<Config>,
  caller: Caller,
  runs: readonly Run[],
): Promise<Map<number, typeof none>> {
  const rows = await visibleFound(ctx.em(), caller)
    .select(['f.run_id', 'f.result', sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`f.run_id = any (${runs.map(run => run.id)}::int[])`)
    .groupBy(['f.run_id', 'f.result'])
    .execute()
  const counts = new Map(runs.map(run => [run.id, { ...none }]))
  for (const { run_id: run, result, count } of rows) counts.get(run)![result as keyof typeof none] = count
  return counts
}

async function visibleRules(
  ctx: Context<Config>,
  { groupIds }: Caller,
  runs: readonly Run[],
): Promise<ReadonlySet<number> | null> {
  if (groupIds === null) return null
  const rows = await tables(ctx.em())
    .selectFrom('autodiscovery_rule')
    .select('id')
    .where(sql<boolean>`group_id = any (${[...groupIds]}::int[])`)
    .where(sql<boolean>`id = any (${runs.flatMap(run => run.ruleIds)}::int[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function runViews(ctx: Context<Config>, caller: Caller, runs: readonly Run[]): Promise<RunView[]> {
  const [counts, visible] = await Promise.all([countsOf(ctx, caller, runs), visibleRules(ctx, caller, runs)])
  const now = ctx.clock().getTime()
  return runs.map(run => {
    const lost = run.status === 'running' && now - (run.heardAt ?? run.createdAt).getTime() > lostAfterMs
    const shown = run.currentGroupId != null && sees(caller, run.currentGroupId)
    // Sums of the whole run tell about the networks of other groups.
    const whole = run.groupIds.every(id => sees(caller, id))
    return {
      id: run.id,
      status: lost ? 'lost' : run.status,
      requested_by: run.requestedBy ?? null,
      rule_ids: run.ruleIds.filter(id => visible?.has(id) ?? true),
      progress: {
        done: whole ? run.done : null,
        total: whole ? run.addresses : null,
        what: shown && run.status === 'running' ? run.current : '',
      },
      counts: counts.get(run.id)!,
      packets: whole ? { sent: run.sent, received: run.received, foreign: run.foreign } : null,
      errors: run.errors
        .filter(one => sees(caller, one.group_id))
        .map(({ rule_id, rule, code, description }) => ({ rule_id, rule, code, description })),
      error: run.errorCode == null || !whole ? null : { code: run.errorCode, description: run.error ?? '' },
      created_at: run.createdAt,
      started_at: run.startedAt ?? null,
      finished_at: run.finishedAt ?? null,
      spent_ms: run.startedAt && run.finishedAt ? run.finishedAt.getTime() - run.startedAt.getTime() : null,
    }
  })
}

const foundView = (row: Found): FoundView => ({
  id: Number(row.id),
  ip: row.ip,
  result: row.result,
  device_id: row.deviceId ?? null,
  known_under: row.knownIp ?? null,
  model: row.modelKey == null ? null : { key: row.modelKey, name: row.model ?? row.modelKey },
  name: row.name ?? null,
  object_id: row.objectId ?? null,
  descr: row.descr ?? null,
  reason: row.reason ?? null,
  rule: { id: row.ruleId, name: row.rule },
  time: row.time,
})

const jobKey = 'autodiscovery.discover'

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
async function startRun(
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

const tag = 'autodiscovery'
const permission = 'autodiscovery_view'

export function runRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.post(
    '/component/autodiscovery/run',
    {
      operationId: 'autodiscovery.run.start',
      scope: 'group',
      tag,
      summary:
        'Searches the networks of some rules now, by default of all enabled ones; 409 while one is running',
      description:
        'The search goes on in the background: the answer has the id with which `GET ' +
        '/component/autodiscovery/runs/{id}` tells its progress. 409 while another one is running, or ' +
        'if no rule is enabled; an unknown rule is 404.',
      permission: changing,
      body: RunBody,
      errors: [404],
      response: RunStarted,
      status: 202,
    },
    async ({ caller, body }) => ({ id: await startRun(ctx, caller, body.rule_ids ?? null) }),
  )

  routes.get(
    '/component/autodiscovery/runs',
    {
      operationId: 'autodiscovery.runs.list',
      scope: 'group',
      tag,
      summary: 'Searches, newest first',
      description: 'With progress, counts and errors of each, the newest first unless `sort` says otherwise.',
      permission,
      query: closedObject({
        ...listQuery,
        status: T.Optional(T.Enum([...runStatuses], { description: 'Where the search stands' })),
      }),
      response: T.Array(RunView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const page = pageOf(query, { cap: 500 })
      const { runs, total } = await listRuns(ctx, caller, query, page)
      return new Reply(await runViews(ctx, caller, runs), { total, ...page })
    },
  )

  routes.get(
    '/component/autodiscovery/runs/:id',
    {
      operationId: 'autodiscovery.run.get',
      scope: 'group',
      tag,
      summary: 'One search: its progress and its results',
      description:
        'What was done and what is left while it runs, and the counts of its results when it has ended.',
      permission,
      params: IdParams,
      response: RunView,
    },
    async ({ caller, params }) => (await runViews(ctx, caller, [await runById(ctx, caller, params.id)]))[0]!,
  )
}

export function foundReads(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    '/component/autodiscovery/runs/:id/found',
    {
      operationId: 'autodiscovery.run.found',
      scope: 'group',
      tag,
      summary: 'Addresses that answered in a search, with the result of each',
      description:
        'One row for each address that answered: added, known already, of a model that no driver knows, ' +
        'or failed with the reason. Nothing about devices of groups that the caller does not see.',
      permission,
      params: IdParams,
      query: closedObject({
        ...listQuery,
        result: T.Optional(T.Enum([...results], { description: 'What was done about the address' })),
        query: T.Optional(text(200, { description: 'Part of a name, a model, a sysDescr or a reason' })),
      }),
      response: T.Array(FoundView),
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      await runById(ctx, caller, params.id)
      const page = pageOf(query, { cap: 10_000 })
      const { rows, total } = await listFound(ctx, caller, params.id, query, page)
      return new Reply(rows.map(foundView), { total, ...page })
    },
  )
}
