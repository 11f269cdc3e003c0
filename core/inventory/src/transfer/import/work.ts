import { retryable, throughOutages } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { batches } from './batches.ts'
import { announce, count, type Work } from './progress.ts'
import { writeAll } from './write-all.ts'
import { examine } from './examine.ts'
import { harmless, type Outcome, type Result } from './outcome.ts'
import type { Line } from './reader.ts'
import { recordedRows, saveRows, type RecordedRow } from './report.ts'
import { assertHeld } from './runs.ts'
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
      await assertHeld(em, work.held)
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

/** Stores the outcomes of a batch of which nothing is written yet. */
async function keepBatch(work: Work, outcomes: readonly Outcome[]): Promise<void> {
  await work.inventory.ctx.em().transactional(async inner => {
    const em = inner as SqlEntityManager
    await assertHeld(em, work.held)
    await saveRows(em, work.importId, outcomes)
  })
}

const idsOf = (rows: readonly RecordedRow[], result: Result) =>
  rows.flatMap(one => (one.result === result ? (one.device_id ?? []) : []))

/**
 * Examines and stores the lines of a batch whose results are not recorded: a run that is resumed, or that was
 * cut off from the database during a commit, finds there what was done.
 */
async function settleBatch(work: Work, lines: readonly Line[]): Promise<readonly { result: Result }[]> {
  const { inventory, importId, dryRun, atomic, atOnce, progress } = work
  const known = await recordedRows(inventory.ctx.em(), importId, lines)
  progress.done += known.length
  await announce(work, { added: idsOf(known, 'added'), updated: idsOf(known, 'updated') })
  const recorded = new Set(known.map(({ line }) => line))
  const left = lines.filter(({ line }) => !recorded.has(line))
  if (left.length === 0) return known
  const settled = () => {
    progress.done++
  }
  const outcomes = await examine({ ...work, settled }, left, atOnce)
  if (!dryRun && !atomic) return [...known, ...(await writeBatch(work, outcomes))]
  await keepBatch(work, outcomes)
  return [...known, ...outcomes]
}

/**
 * Works through a file, and waits while the database is away. Returns how it ended.
 * @throws the reason of an aborted signal, and errors that end the run
 */
export async function workThrough(work: Work): Promise<'done' | 'refused'> {
  const { dryRun, atomic, table, progress, signal } = work
  for await (const lines of batches(table)) {
    const before = progress.done
    const rows = await throughOutages(signal, () => {
      progress.done = before
      return settleBatch(work, lines)
    })
    count(progress.counts, rows)
  }
  if (!atomic) return 'done'
  if (Object.keys(progress.counts).some(result => !harmless.has(result as Result))) return 'refused'
  if (!dryRun) await throughOutages(signal, () => writeAll(work))
  return 'done'
}
