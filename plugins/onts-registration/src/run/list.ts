import { idOf, type Caller } from '@linecard/plugin-kit'
import { filter } from '@linecard/plugin-kit/resource'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Type as T } from 'typebox'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import type { Registrations } from '../registrations.ts'
import { Ident } from '../schemas.ts'
import { tables } from '../tables.ts'
import { runById, type Run } from './store.ts'
import { openStates, runStates } from '../words/run.ts'

/** What can be asked of the list: open ones first, then the newest. */
export const ofRuns = {
  filters: {
    device_id: idOf('an OLT'),
    ident: filter(Ident, ident => sql`r.ident_key = ${identKey(ident)}`),
    state: T.Enum([...runStates], { description: 'Where it stands' }),
    open: T.Boolean({ description: 'Only open ones, or only ended ones' }),
    batch_id: idOf('a batch or a cut-over'),
  },
  sort: [],
  order: '-open,-id',
  cap: 1000,
} as const

/** Registrations on devices that the caller sees. */
export async function runRows({ ctx }: Registrations, em: SqlEntityManager, caller: Caller) {
  const visible = await ctx.use('devices').visible(caller)
  const open = sql<boolean>`(state in (${sql.join(openStates)}))`.as('open')
  const rows = tables(em).selectFrom('onts_registration_run').selectAll().select(open)
  return visible ? rows.where(sql<boolean>`device_id = any (${[...visible]}::int[])`) : rows
}

/** A registration on a device that the caller sees. @throws ApiError ONTS_REGISTRATION_RUN_UNKNOWN */
export async function seenRun(parts: Registrations, caller: Caller, id: number): Promise<Run> {
  const run = await runById(parts, id)
  const [seen] = await parts.ctx.use('devices').several([run.device_id], caller)
  if (!seen) throw fail('ONTS_REGISTRATION_RUN_UNKNOWN', { id })
  return run
}
