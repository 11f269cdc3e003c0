import { containing, sortTerms, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { Config } from '../config.ts'
import { Found, type Result } from '../entities/index.ts'
import { tables } from '../tables.ts'

const sortable = {
  id: 'id',
  ip: 'ip',
  result: 'result',
  name: 'name',
  model: 'model',
  object_id: 'object_id',
  rule: 'rule',
  time: 'time',
} as const
const searched = ['name', 'model', 'descr', 'reason', 'object_id'] as const

/**
 * What was found `f`, as far as the caller sees it: by rules of the caller's groups, and nothing about a
 * device of another group, whichever group found it.
 */
export function visibleFound(em: SqlEntityManager, caller: Caller) {
  const found = tables(em).selectFrom('autodiscovery_found as f')
  if (caller.groupIds === null) return found
  const own = [...caller.groupIds]
  return found
    .where(sql<boolean>`f.group_id = any (${own}::int[])`)
    .where(
      sql<boolean>`
        (f.device_id is null or f.device_id in (select id from ${visibleDevices(em, caller)} as own))`,
    )
    .where(
      sql<boolean>`
        not exists (
          select from ${visibleDevices(em, { groupIds: null })} as every
          where every.ip in (f.ip, f.known_ip) and every.group_id <> all (${own}::int[])
        )`,
    )
}

/** A page of what a run found. */
export async function listFound(
  ctx: Context<Config>,
  caller: Caller,
  runId: number,
  { sort, result, query }: { sort?: string; result?: Result; query?: string },
  page: { limit: number; offset: number },
): Promise<{ rows: Found[]; total: number }> {
  const em = ctx.em()
  const matching = visibleFound(em, caller)
    .where('f.run_id', '=', runId)
    .$if(result !== undefined, found => found.where('f.result', '=', result!))
    .$if(query !== undefined, found =>
      found.where(row => row.or(searched.map(column => row(`f.${column}`, 'ilike', containing(query!))))),
    )
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const ids = await sortTerms(sort, sortable)
    .reduce((found, [column, direction]) => found.orderBy(`f.${column}`, direction), matching.select('f.id'))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const found = await em.find(Found, { id: { $in: ids.map(({ id }) => id) } })
  const byId = new Map(found.map(row => [String(row.id), row]))
  return { rows: ids.flatMap(({ id }) => byId.get(String(id)) ?? []), total }
}
