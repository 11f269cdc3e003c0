import { type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { Run, type Found } from '../entities/index.ts'
import type { FoundView, RunView } from '../schemas.ts'
import { sees } from '../scope.ts'
import { tables } from '../tables.ts'

/** A run that has not been stored for this time is lost: its process died. */
const lostAfterMs = 60_000

const none = { added: 0, known: 0, unknown_identity: 0, failed: 0 }

/** Counts what the caller sees. The numbers of the whole run would tell about other groups. */
async function countsOf(
  ctx: Context<Config>,
  { groupIds }: Caller,
  runs: readonly Run[],
): Promise<Map<number, typeof none>> {
  let found = tables(ctx.em())
    .selectFrom('autodiscovery_found')
    .select(['run_id', 'result', sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`run_id = any (${runs.map(run => run.id)}::int[])`)
    .groupBy(['run_id', 'result'])
  if (groupIds !== null) found = found.where(sql<boolean>`group_id = any (${[...groupIds]}::int[])`)
  const rows = await found.execute()
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
    return {
      id: run.id,
      status: lost ? 'lost' : run.status,
      requested_by: run.requestedBy ?? null,
      rule_ids: run.ruleIds.filter(id => visible?.has(id) ?? true),
      progress: {
        done: run.done,
        total: run.addresses,
        what: shown && run.status === 'running' ? run.current : '',
      },
      counts: counts.get(run.id)!,
      packets: { sent: run.sent, received: run.received, foreign: run.foreign },
      errors: run.errors
        .filter(one => sees(caller, one.group_id))
        .map(({ rule_id, rule, code, description }) => ({ rule_id, rule, code, description })),
      error: run.errorCode == null ? null : { code: run.errorCode, description: run.error ?? '' },
      created_at: run.createdAt,
      started_at: run.startedAt ?? null,
      finished_at: run.finishedAt ?? null,
      spent_ms: run.startedAt && run.finishedAt ? run.finishedAt.getTime() - run.startedAt.getTime() : null,
    }
  })
}

/** A device that the caller does not see is not named: neither its id nor its address in the inventory. */
export async function foundViews(
  ctx: Context<Config>,
  caller: Caller,
  rows: readonly Found[],
): Promise<FoundView[]> {
  const ids = rows.flatMap(row => row.deviceId ?? [])
  const visible =
    caller.groupIds === null
      ? null
      : new Set((await ctx.use('devices').several(ids, caller)).map(({ id }) => id))
  return rows.map(row => {
    const device = row.deviceId != null && (visible?.has(row.deviceId) ?? true) ? row.deviceId : null
    return {
      id: Number(row.id),
      ip: row.ip,
      result: row.result,
      device_id: device,
      known_under: device === null ? null : (row.knownIp ?? null),
      // The model of a known device comes from the inventory, so it is hidden with the device.
      model:
        row.modelKey == null || (row.result === 'known' && device === null)
          ? null
          : { key: row.modelKey, name: row.model ?? row.modelKey },
      name: row.name ?? null,
      object_id: row.objectId ?? null,
      descr: row.descr ?? null,
      reason: row.reason ?? null,
      rule: { id: row.ruleId, name: row.rule },
      time: row.time,
    }
  })
}
