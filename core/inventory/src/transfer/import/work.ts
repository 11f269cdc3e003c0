import { retryable } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { batches } from './batches.ts'
import { announce, count, type Work } from './progress.ts'
import { writeAll } from './write-all.ts'
import { examine } from './examine.ts'
import { harmless, type Outcome, type Result } from './outcome.ts'
import { saveRows } from './report.ts'
import { write } from './write.ts'

/** The good lines of a batch are added at once, each batch and its report in one transaction. */
async function writeBatch(work: Work, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const {
    inventory: { ctx },
    importId,
    caller,
    profiles,
  } = work
  const { rows, written } = await retryable(() =>
    ctx.em().transactional(async inner => {
      const em = inner as SqlEntityManager
      const tried = outcomes.map(one => ({ ...one }))
      const made = await write(em, caller, profiles, tried)
      await saveRows(em, importId, tried)
      return { rows: tried, written: made }
    }),
  )
  profiles.commit(written.profiles)
  await announce(work, written)
  return rows
}

/**
 * Works through a file. Returns how it ended.
 * @throws the reason of an aborted signal, and errors that end the run
 */
export async function workThrough(work: Work): Promise<'done' | 'refused'> {
  const {
    inventory: { ctx },
    importId,
    dryRun,
    atomic,
    atOnce,
    table,
    progress,
    signal,
  } = work
  const tools = {
    ...work,
    settled: () => {
      progress.done++
    },
  }
  for await (const lines of batches(table)) {
    signal.throwIfAborted()
    const outcomes = await examine(tools, lines, atOnce)
    if (dryRun || atomic) await saveRows(ctx.em(), importId, outcomes)
    count(progress.counts, dryRun || atomic ? outcomes : await writeBatch(work, outcomes))
  }
  if (!atomic) return 'done'
  if (Object.keys(progress.counts).some(result => !harmless.has(result as Result))) return 'refused'
  if (!dryRun) await writeAll(work)
  return 'done'
}
