import { retryable } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import { examine, planOf, type Examining } from './examine.ts'
import { harmless, outcome, type Outcome, type Result } from './outcome.ts'
import type { Line, Table } from './reader.ts'
import { markRows, plannedRows, saveRows } from './report.ts'
import { entryOf } from './row.ts'
import { finish, type Counts } from './runs.ts'
import { write, type Written } from './write.ts'

/** Lines that are looked at and written together. */
const BATCH = 500

async function* batches(table: Table): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const line of table.lines()) {
    batch.push(line)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

export interface Work extends Omit<Examining, 'settled'> {
  inventory: Pick<Inventory, 'ctx' | 'refresher'>
  table: Table
  dryRun: boolean
  atomic: boolean
  /** Devices asked at a time. */
  atOnce: number
  /** Kept up to date while it works. */
  progress: { done: number; counts: Counts }
}

function count(counts: Counts, outcomes: readonly Outcome[]): void {
  for (const { result } of outcomes) counts[result] = (counts[result] ?? 0) + 1
}

/** New ones are read soon; what stood at the address of a changed one may be answered otherwise now. */
async function announce(
  { inventory: { ctx, refresher } }: Work,
  { added, updated }: Pick<Written, 'added' | 'updated'>,
): Promise<void> {
  for (const id of updated) await ctx.use('equipment').forget(id)
  for (const id of [...added, ...updated]) refresher.soon(id)
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

/** The stored outcomes of lines that would be written, with what the lines say. */
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
 * All lines in one transaction, with the end of the run: either everything of it is there, or nothing. The
 * file is read once more, so that no credential has to be kept elsewhere.
 */
async function writeAll(work: Work): Promise<void> {
  const {
    inventory: { ctx },
    importId,
    caller,
    table,
    profiles,
    signal,
    progress,
  } = work
  const all = { added: [] as number[], updated: [] as number[] }
  progress.counts = await ctx.em().transactional(async inner => {
    const em = inner as SqlEntityManager
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
    await finish(em, importId, { status: 'done', done: progress.done, counts })
    return counts
  })
  await announce(work, all)
}

/**
 * Works through a file, and says how it ended. @throws the reason of an aborted signal, and what made it
 * impossible to go on
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
