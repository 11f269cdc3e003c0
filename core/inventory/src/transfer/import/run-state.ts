import type { Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import { seesAll } from '../../visibility.ts'
import type { Result } from './outcome.ts'

/**
 * `interrupted`: its process ended before the last line; it can be resumed. `refused`: an all-or-none import
 * in which a line was not good.
 */
export const statuses = [
  'receiving',
  'running',
  'interrupted',
  'done',
  'refused',
  'cancelled',
  'failed',
] as const
export type Status = (typeof statuses)[number]
export type Counts = Partial<Record<Result, number>>

export interface ImportRun {
  id: number
  user_id: number
  login: string
  group_ids: number[]
  group_id: number | null
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
  file_key: string | null
}

export const openStatuses = ['receiving', 'running'] as const satisfies Status[]
export const isOpen = (status: Status): boolean => (openStatuses as readonly Status[]).includes(status)

const lost = { code: 'INVENTORY_IMPORT_LOST', description: fail('INVENTORY_IMPORT_LOST').message }

/**
 * Stores that runs were interrupted whose processes have ended. A file that did not arrive whole cannot be
 * resumed. Called before states are read: nobody waits for a run that nobody works on.
 */
export async function interruptEnded({ ctx }: Pick<Inventory, 'ctx'>): Promise<void> {
  const db = tables(ctx.em())
  const open = await db
    .selectFrom('inventory_import')
    .select('process_id')
    .distinct()
    .where('status', 'in', openStatuses)
    .execute()
  const ids = await ctx.processes.ended(open.flatMap(({ process_id: id }) => id ?? []))
  if (ids.length === 0) return
  const left = db
    .updateTable('inventory_import')
    .set({ finished_at: sql`heard_at` })
    .where('process_id', 'in', ids)
  await left.set({ status: 'interrupted' }).where('status', '=', 'running').execute()
  await left
    .set({ status: 'failed', error: JSON.stringify(lost), file_key: null })
    .where('status', '=', 'receiving')
    .execute()
}

/** What the report of an interrupted run says. */
const interrupted = (id: number) => ({
  code: 'INVENTORY_IMPORT_INTERRUPTED',
  description: fail('INVENTORY_IMPORT_INTERRUPTED', { id }).message,
})

/**
 * A run that the caller may see: their own, or one about groups that they all see. @throws ApiError
 * INVENTORY_IMPORT_UNKNOWN
 */
export async function runById(
  inventory: Pick<Inventory, 'ctx'>,
  caller: Caller,
  id: number,
): Promise<ImportRun> {
  await interruptEnded(inventory)
  const run = await tables(inventory.ctx.em())
    .selectFrom('inventory_import')
    .select(['id', 'user_id', 'login', 'group_ids', 'group_id', 'dry_run', 'atomic', 'status', 'file_key'])
    .select(['update_known as update', 'encoding', 'separator', 'total', 'done', 'counts', 'error'])
    .select(['started_at', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!run || !(run.user_id === caller.userId || seesAll(caller, run.group_ids)))
    throw fail('INVENTORY_IMPORT_UNKNOWN', { id })
  return { ...run, error: run.status === 'interrupted' ? interrupted(id) : run.error }
}
