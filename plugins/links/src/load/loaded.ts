import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { interfacesOf, seenLinks, type LinkRow } from '../links/rows.ts'
import { tables } from '../tables.ts'
import { loadsOf, type Load } from './load.ts'
import { ratesOf } from './rates.ts'

export interface LoadedLink extends LinkRow {
  load: Load
  /** Loaded at or above the setting. */
  high: boolean
}

/** The links that count and that the caller sees, in the order of their ids. */
export async function activeLinks(
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  most: number,
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.* from (${seenLinks(em, caller)}) l where l.state = 'active'
    order by l.id limit ${most}`.execute(tables(em))
  return rows
}

/** Links with their loads over the last minutes. @throws ApiError METRICS_STORE_* if the store is away */
export async function withLoads(
  ctx: Context<Config>,
  rows: readonly LinkRow[],
  minutes: number,
  signal: AbortSignal,
): Promise<LoadedLink[]> {
  const ids = [...new Set(rows.flatMap(interfacesOf))].filter(id => id !== null)
  const loads = loadsOf(rows, await ratesOf(ctx, ids, minutes, signal))
  return rows.map((row, n) => {
    const load = loads[n]!
    return { ...row, load, high: load.percent !== null && load.percent >= ctx.config.high_percent }
  })
}
