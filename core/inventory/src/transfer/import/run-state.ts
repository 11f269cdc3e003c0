import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { tables } from '../../tables.ts'
import { seesAll } from '../../visibility.ts'
import type { Result } from './outcome.ts'

/**
 * `refused`: an all-or-none import in which a line was not good. `lost`: its process ended without storing an
 * end.
 */
export const statuses = ['receiving', 'running', 'done', 'refused', 'cancelled', 'failed', 'lost'] as const
export type Status = (typeof statuses)[number]
export type Counts = Partial<Record<Result, number>>

export interface ImportRun {
  id: number
  user_id: number
  login: string
  group_ids: number[]
  dry_run: boolean
  atomic: boolean
  update: boolean
  status: Status
  encoding: string | null
  separator: string | null
  total: number | null
  done: number
  counts: Counts
  error: { code: string; description: string } | null
  started_at: Date
  finished_at: Date | null
}

export const isOpen = sql<boolean>`status in ('receiving', 'running')`
/**
 * A run stores its progress every second; this is its heartbeat. After a minute without it the run is lost.
 */
export const isAlive = sql<boolean>`${isOpen} and heard_at > now() - interval '60 seconds'`
const isLost = sql<boolean>`${isOpen} and not (${isAlive})`

const lost = { code: 'INVENTORY_IMPORT_LOST', description: fail('INVENTORY_IMPORT_LOST').message }

/**
 * A run that the caller may see: their own, or one about groups that they all see. @throws ApiError
 * INVENTORY_IMPORT_UNKNOWN
 */
export async function runById(em: SqlEntityManager, caller: Caller, id: number): Promise<ImportRun> {
  const run = await tables(em)
    .selectFrom('inventory_import')
    .select(['id', 'user_id', 'login', 'group_ids', 'dry_run', 'atomic', 'update_known as update'])
    .select(['encoding', 'separator', 'total', 'done', 'counts', 'error', 'started_at'])
    .select(sql<Status>`case when ${isLost} then 'lost' else status end`.as('status'))
    .select(sql<Date | null>`case when ${isLost} then heard_at else finished_at end`.as('finished_at'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run || !(run.user_id === caller.userId || seesAll(caller, run.group_ids)))
    throw fail('INVENTORY_IMPORT_UNKNOWN', { id })
  return { ...run, error: run.status === 'lost' ? lost : run.error }
}
