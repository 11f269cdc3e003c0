import { type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import type { Found, Run } from '../entities/index.ts'
import type { FoundView, RunView } from '../schemas.ts'
import { sees } from '../scope.ts'
import { tables } from '../tables.ts'
import { visibleFound } from './found.ts'

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

export async function runViews(
  ctx: Context<Config>,
  caller: Caller,
  runs: readonly Run[],
): Promise<RunView[]> {
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

export const foundView = (row: Found): FoundView => ({
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
