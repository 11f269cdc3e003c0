import { pageOf, type Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import type { Registrations } from '../registrations.ts'
import { tables } from '../tables.ts'
import { runById, type Run } from './store.ts'
import { openStates, type RunState } from '../words/run.ts'

export interface RunQuery {
  device_id?: number
  ident?: string
  state?: RunState
  open?: boolean
  batch_id?: number
  limit?: number
  offset?: number
}

/** Registrations on devices that the caller sees: open ones first, then the newest. */
export async function listRuns({ ctx }: Registrations, caller: Caller, query: RunQuery) {
  const page = pageOf(query, { cap: 1000 })
  const visible = await ctx.use('devices').visible(caller)
  const isOpen = sql<boolean>`(state in (${sql.join(openStates)}))`
  let rows = tables(ctx.em()).selectFrom('onts_registration_run')
  if (visible) rows = rows.where(sql<boolean>`device_id = any (${[...visible]}::int[])`)
  if (query.device_id !== undefined) rows = rows.where('device_id', '=', query.device_id)
  if (query.ident !== undefined) rows = rows.where('ident_key', '=', identKey(query.ident))
  if (query.state !== undefined) rows = rows.where('state', '=', query.state)
  if (query.batch_id !== undefined) rows = rows.where('batch_id', '=', query.batch_id)
  if (query.open !== undefined) rows = rows.where(sql<boolean>`${isOpen} = ${query.open}::boolean`)
  const [runs, { total }] = await Promise.all([
    rows
      .selectAll()
      .orderBy(isOpen, 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { runs: runs as Run[], meta: { total, ...page } }
}

/** A registration on a device that the caller sees. @throws ApiError ONTS_REGISTRATION_RUN_UNKNOWN */
export async function seenRun(parts: Registrations, caller: Caller, id: number): Promise<Run> {
  const run = await runById(parts, id)
  const [seen] = await parts.ctx.use('devices').several([run.device_id], caller)
  if (!seen) throw fail('ONTS_REGISTRATION_RUN_UNKNOWN', { id })
  return run
}
