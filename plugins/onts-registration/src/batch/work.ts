import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import type { Run } from '../run/store.ts'
import { isOpen } from '../words/run.ts'
import type { Registrations } from '../registrations.ts'
import { tables } from '../tables.ts'
import { perform } from './perform.ts'
import { changeRow, isMine, rowsOf, stateBatch, type BatchRow } from './store.ts'
import type { Task } from '../words/batch.ts'

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL_ERROR'
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Longest text of an error that is kept. */
const mostError = 2000

/** Does a row, and stores its result. Never fails because of the row. */
async function workRow(parts: Registrations, row: BatchRow, caller: Caller): Promise<void> {
  await changeRow(parts, row, { state: 'running', error_code: null, error: null })
  try {
    if (row.task === null) throw fail('ONTS_REGISTRATION_SCRIPT_LOST', { id: row.batch_id })
    const task = JSON.parse(parts.ctx.vault.open(row.task)) as Task
    const { run, removed, failure } = await perform(parts, task, {
      caller,
      signal: new AbortController().signal,
      batchId: row.batch_id,
    })
    await changeRow(parts, row, {
      state: failure ? 'failed' : 'done',
      run_id: removed && removed.state !== 'done' ? removed.id : run.id,
      error_code: failure?.code ?? null,
      error: failure?.message.slice(0, mostError) ?? null,
    })
  } catch (error) {
    await changeRow(parts, row, {
      state: 'failed',
      error_code: codeOf(error),
      error: messageOf(error).slice(0, mostError),
    })
  }
}

/** A move between two OLTs has ended when it was removed from the first. */
function isWhole({ ctx }: Registrations, { task }: BatchRow, { kind }: Pick<Run, 'kind'>): boolean {
  if (task === null) return true
  const done = JSON.parse(ctx.vault.open(task)) as Task
  return done.kind !== 'move' || done.fromId === done.toId || kind === 'remove'
}

/**
 * What became of rows that a process was working on when it ended: their registrations tell it. One without a
 * registration, or whose OLT shows nothing of it, is done again.
 */
async function resumeRows(parts: Registrations, id: number, retry: boolean): Promise<void> {
  for (const row of await rowsOf(parts, id)) {
    if (row.state === 'failed' && retry) await changeRow(parts, row, { state: 'waiting' })
    if (row.state !== 'running') continue
    const run = await tables(parts.ctx.em())
      .selectFrom('onts_registration_run')
      .selectAll()
      .where('batch_id', '=', id)
      .where('ident_key', '=', identKey(row.ident))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (run?.state === 'done' && isWhole(parts, row, run))
      await changeRow(parts, row, { state: 'done', run_id: run.id })
    // The rest of a removal is done like the removal.
    else if (run && run.kind !== 'remove' && isOpen(run.state))
      await changeRow(parts, row, {
        state: 'failed',
        run_id: run.id,
        error_code: run.error_code,
        error: run.error ?? 'it was cut: see its registration',
      })
    else await changeRow(parts, row, { state: 'waiting' })
  }
}

/** Works through the rows until they are done or somebody cancels, between two rows. */
async function workBatch(parts: Registrations, id: number, caller: Caller): Promise<void> {
  for (const row of await rowsOf(parts, id)) {
    if (row.state !== 'waiting') continue
    if (!(await isMine(parts, id))) return
    await workRow(parts, row, caller)
  }
  await stateBatch(parts, id, 'done', ['running'], [parts.ctx.processes.id])
}

/**
 * Starts a batch, or goes on with one that was stopped. With `retry`, rows that failed are done again. The
 * work goes on after it resolves.
 * @throws ApiError ONTS_REGISTRATION_BATCH_STATE
 */
export async function startBatch(
  parts: Registrations,
  { id, state }: { id: number; state: string },
  caller: Caller,
  retry: boolean,
): Promise<void> {
  const from = retry ? (['planned', 'stopped', 'done'] as const) : (['planned', 'stopped'] as const)
  if (!(await stateBatch(parts, id, 'running', from)))
    throw fail('ONTS_REGISTRATION_BATCH_STATE', { id, state, wanted: from.join(' or ') })
  await resumeRows(parts, id, retry)
  parts.work(
    workBatch(parts, id, caller).catch(async (error: unknown) => {
      parts.ctx.log.error({ err: error, batch: id }, 'a batch of registrations stopped')
      await stateBatch(parts, id, 'stopped', ['running'], [parts.ctx.processes.id]).catch(() => false)
    }),
  )
}

/** Marks the batches of processes that have ended as stopped: anybody can start them again. */
export async function stopEnded({ ctx }: Registrations, ids: readonly string[]): Promise<void> {
  await tables(ctx.em())
    .updateTable('onts_registration_batch')
    .set({ state: 'stopped', process_id: null })
    .where('state', '=', 'running')
    .where('process_id', 'in', ids)
    .execute()
}
