import { createHash } from 'node:crypto'
import { DeviceError } from '@linecard/driver-kit'
import type { Processes, RecordedRun } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { fail } from '../errors.ts'
import { tables, type IdempotencyTable } from '../tables.ts'

/** One request that changes a device. */
export interface KeyedRequest {
  userId: number
  key: string
  fingerprint: string
  /** uuid of this run, which the action log has too. */
  runId: string
}

/** What an equal request has got, or what the action log knows of it. */
export type Earlier = { answer: { status: number; body: string } } | { done: RecordedRun }

/** Stores the answers of operations that change a device for a day, by user and `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Null if this request must do the work, also because an equal one never reached the device.
   * @throws ApiError 409 while an equal request runs, 422 if it was another request
   * @throws DeviceError OutcomeUnknown if an equal request was cut and may have changed the device
   */
  begin(request: KeyedRequest): Promise<Earlier | null>
  finish(request: Pick<KeyedRequest, 'userId' | 'key' | 'runId'>, status: number, body: string): Promise<void>
  forgetOld(): Promise<void>
}

export interface IdempotencyOptions {
  database: Pick<Database, 'em'>
  processes: Pick<Processes, 'id' | 'ended'>
  /** What the action log knows of a run; null: it never reached a device. */
  runOf(runId: string): Promise<RecordedRun | null>
}

/** What makes two requests the same. */
export const fingerprintOf = (method: string, path: string, query: unknown, body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, query ?? null, body ?? null]))
    .digest('base64url')

/** @throws ApiError for a key that is empty, too long or not printable */
export function keyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header)
  if (/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) return key
  throw fail('IDEMPOTENCY_KEY_INVALID', {}, [
    { path: 'idempotency-key', message: 'must be 1 to 255 printable characters' },
  ])
}

/**
 * The device may have been reached: a client that repeats the request must get this answer and not a second
 * change. A refusal before any work is not stored, so that it can be tried again.
 */
const isStored = (status: number) => status < 400 || (status >= 500 && status !== 503)

type Row = Pick<IdempotencyTable, 'fingerprint' | 'status' | 'answer' | 'process_id' | 'run_id'>

const answerOf = ({ status, answer }: Row): Earlier | null =>
  status === null || answer === null ? null : { answer: { status, body: answer } }

const undecided = ({ id, message }: RecordedRun) =>
  new DeviceError(
    'OutcomeUnknown',
    `The first request with this Idempotency-Key was cut after it had reached the device (${message}). ` +
      `Verify record ${id} of the action log (POST /api/v1/logs/actions/${id}/verify), then repeat it.`,
    { record: id },
  )

/**
 * What came of an equal request. Null: nothing was changed, so the work can be done now. An answer that only
 * says that nobody knows (502) is replaced by what a verification has found later.
 */
async function decide(row: Row, { processes, runOf }: IdempotencyOptions): Promise<Earlier | null> {
  const { process_id: process, run_id: runId } = row
  const stored = answerOf(row)
  if (stored) {
    // Without the log the answer stays what it was.
    const known = row.status === 502 && runId ? await runOf(runId).catch(() => null) : null
    if (known?.status === 'NOT_DONE') return null
    return known?.status === 'DONE' ? { done: known } : stored
  }
  if (!process || !runId || (await processes.ended([process])).length === 0)
    throw fail('IDEMPOTENCY_IN_PROGRESS')
  const run = await runOf(runId)
  if (!run || run.status === 'NOT_DONE') return null
  if (run.status === 'DONE' || run.status === 'SUCCESS') return { done: run }
  throw undecided(run)
}

/** The row of a request that does the work. */
const rowOf = ({ fingerprint, runId }: KeyedRequest, processId: string) => ({
  fingerprint,
  process_id: processId,
  run_id: runId,
  status: null,
  answer: null,
})

export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { database, processes } = options
  const db = () => tables(database.em())
  const dayAgo = sql<Date>`now() - interval '24 hours'`
  const fresh = (request: KeyedRequest) => rowOf(request, processes.id)

  /** Null if the key is free, or was used more than a day ago: it belongs to this request now. */
  async function found(request: KeyedRequest): Promise<Row | null> {
    const { userId, key } = request
    const taken = await db()
      .insertInto('kernel_idempotency')
      .values({ user_id: userId, key, ...fresh(request) })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'key'])
          .doUpdateSet({ ...fresh(request), created_at: sql`now()` })
          .where('kernel_idempotency.created_at', '<', dayAgo),
      )
      .returning('user_id')
      .execute()
    if (taken.length > 0) return null
    const row = await db()
      .selectFrom('kernel_idempotency')
      .select(['fingerprint', 'status', 'answer', 'process_id', 'run_id'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    // It was removed between the two statements: the request that had it is about to be told.
    if (!row) throw fail('IDEMPOTENCY_IN_PROGRESS')
    return row
  }

  /** Does the work of a request that did not. Of several that want to, one does. */
  async function takeOver(request: KeyedRequest, { run_id: runId }: Row): Promise<void> {
    const taken = await db()
      .updateTable('kernel_idempotency')
      .set({ ...fresh(request), created_at: sql`now()` })
      .where('user_id', '=', request.userId)
      .where('key', '=', request.key)
      .where('run_id', '=', runId)
      .returning('user_id')
      .execute()
    if (taken.length === 0) throw fail('IDEMPOTENCY_IN_PROGRESS')
  }

  return {
    async begin(request) {
      const row = await found(request)
      if (!row) return null
      if (row.fingerprint !== request.fingerprint) throw fail('IDEMPOTENCY_KEY_REUSED')
      const earlier = await decide(row, options)
      if (!earlier) await takeOver(request, row)
      return earlier
    },
    async finish({ userId, key, runId }, status, body) {
      if (isStored(status))
        await db()
          .updateTable('kernel_idempotency')
          .set({ status, answer: body })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .where('run_id', '=', runId)
          .execute()
      else
        await db()
          .deleteFrom('kernel_idempotency')
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .where('run_id', '=', runId)
          .execute()
    },
    async forgetOld() {
      await db().deleteFrom('kernel_idempotency').where('created_at', '<', dayAgo).execute()
    },
  }
}
