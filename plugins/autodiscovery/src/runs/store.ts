import { sortTerms, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { Run, type RunStatus } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { sees } from '../scope.ts'
import { tables } from '../tables.ts'

const sortable = {
  id: 'id',
  status: 'status',
  requested_by: 'requested_by',
  created_at: 'created_at',
  started_at: 'started_at',
  finished_at: 'finished_at',
} as const

/** A run with a rule that the caller sees. @throws ApiError AUTODISCOVERY_RUN_UNKNOWN (404) */
export async function runById(ctx: Context<Config>, caller: Caller, id: number): Promise<Run> {
  const run = await ctx.em().findOne(Run, { id })
  if (!run || !(caller.groupIds === null || run.groupIds.some(group => sees(caller, group))))
    throw fail('AUTODISCOVERY_RUN_UNKNOWN', { id })
  return run
}

/** A page of the runs with at least one rule of a group that the caller sees; by default the newest first. */
export async function listRuns(
  ctx: Context<Config>,
  { groupIds }: Caller,
  { sort, status }: { sort?: string; status?: RunStatus },
  page: { limit: number; offset: number },
) {
  const em = ctx.em()
  const matching = tables(em)
    .selectFrom('autodiscovery_run')
    .$if(groupIds !== null, runs =>
      runs.where(sql<boolean>`
        exists (
          select 1 from jsonb_array_elements(group_ids) g (id)
          where ${JSON.stringify(groupIds)}::jsonb @> g.id
        )`),
    )
    .$if(status !== undefined, runs => runs.where('status', '=', status!))
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await sortTerms(sort ?? '-id', sortable)
    .reduce((runs, [column, direction]) => runs.orderBy(column, direction), matching.select('id'))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  const byId = new Map((await em.find(Run, { id: { $in: ids } })).map(run => [run.id, run]))
  return { runs: ids.flatMap(id => byId.get(id) ?? []), total }
}
