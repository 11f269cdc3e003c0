import { pageOf, type Caller } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import type { Result } from './outcome.ts'
import { countRows, listRows } from './report.ts'
import { runById, type ImportRun } from './run-state.ts'
import { ImportView } from './schemas.ts'

/** Most lines of one page of a report. */
const cap = 10_000

const view = ({
  id,
  user_id,
  login,
  status,
  dry_run,
  atomic,
  update,
  encoding,
  separator,
  total,
  done,
  counts,
  error,
  started_at,
  finished_at,
}: ImportRun): Omit<ImportView, 'rows'> => ({
  id,
  user: { id: user_id, login },
  status,
  dry_run,
  atomic,
  update,
  encoding,
  separator,
  total,
  done,
  counts,
  error,
  started_at,
  finished_at,
})

/** A run that the caller may see, with a page of its lines. */
export async function reportOf(
  inventory: Inventory,
  caller: Caller,
  id: number,
  { result, ...query }: { limit?: number; offset?: number; result?: Result },
) {
  const em = inventory.ctx.em()
  const run = await runById(inventory, caller, id)
  const page = pageOf(query, { cap })
  return {
    data: { ...view(run), rows: await listRows(em, id, result, page) },
    meta: { total: await countRows(em, id, result), ...page },
  }
}
