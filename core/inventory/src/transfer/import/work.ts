import { retryable, throughOutages } from '@linecard/plugin-kit/concurrency'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { announce, count, type Work } from './progress.ts'
import { examine } from './examine.ts'
import { harmless, type Outcome, type Result, outcome } from './outcome.ts'
import type { Line, Table } from './reader.ts'
import { recordedRows, saveRows, type RecordedRow, markRows, plannedRows } from './report.ts'
import { assertHeld, finish, isDone } from './runs.ts'
import { write } from './write.ts'
import { fail } from '../../errors.ts'
import { planOf } from './plan.ts'
import { entryOf } from './row.ts'
import type { Counts } from './run-state.ts'

/** Lines that are examined and written together. */
const batchLines = 500

/** The lines of a file in batches. */
async function* batches(table: Table): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const line of table.lines()) {
    batch.push(line)
    if (batch.length < batchLines) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

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
async function writeAll(work: Work): Promise<void> {
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
