import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import { planOf } from './plan.ts'
import { outcome, type Outcome } from './outcome.ts'
import type { Line } from './reader.ts'
import { markRows, plannedRows } from './report.ts'
import { entryOf } from './row.ts'
import type { Counts } from './run-state.ts'
import { assertHeld, finish, isDone } from './runs.ts'
import { write } from './write.ts'
import { batches } from './batches.ts'
import { announce, count, type Work } from './progress.ts'

/** The stored outcomes of lines that would be written, with the values of the lines. */
async function plannedOf(work: Work, em: SqlEntityManager, lines: readonly Line[]): Promise<Outcome[]> {
  const rows = await plannedRows(em, work.importId, lines[0]!.line, lines.at(-1)!.line)
  const byLine = new Map(rows.map(row => [row.line, row]))
  return lines.flatMap(line => {
    const row = byLine.get(line.line)
    const { ip, entry } = entryOf(work.layout, line)
    return row && entry
      ? [
          outcome(line.line, ip, row.result, {
            deviceId: row.device_id,
            found: row.found,
            plan: planOf(work, entry, row.result === 'would_update'),
          }),
        ]
      : []
  })
}

/**
 * Writes all lines and the end of the run in one transaction: all of it is stored, or nothing. The file is
 * read a second time, so that no credentials must be stored in between.
 */
export async function writeAll(work: Work): Promise<void> {
  const {
    inventory: { ctx },
    importId,
    held,
    caller,
    table,
    profiles,
    signal,
    progress,
  } = work
  // The connection was cut during the commit, which had succeeded.
  if (await isDone(ctx.em(), held)) return
  const all = { added: [] as number[], updated: [] as number[] }
  progress.counts = await ctx.em().transactional(async inner => {
    const em = inner as SqlEntityManager
    await assertHeld(em, held)
    const counts: Counts = { known: progress.counts.known }
    for await (const lines of batches(table)) {
      signal.throwIfAborted()
      const outcomes = await plannedOf(work, em, lines)
      const { added, updated } = await write(em, caller, profiles, outcomes)
      const quicker = outcomes.find(({ result }) => result === 'known')
      if (quicker) throw fail('INVENTORY_DEVICE_EXISTS', { ip: quicker.ip })
      await markRows(em, importId, outcomes)
      count(counts, outcomes)
      all.added.push(...added)
      all.updated.push(...updated)
    }
    signal.throwIfAborted()
    await finish(em, held, { status: 'done', done: progress.done, counts })
    return counts
  })
  await announce(work, all)
}
