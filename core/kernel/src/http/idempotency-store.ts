import { createHash } from 'node:crypto'
import type { Database } from '../database/index.ts'
import { fail } from '../errors.ts'

/** Remembers the answers of operations that change a device, for a day, by user and `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Null: the work is this request's to do. Else the answer that an equal request already got. @throws
   * ApiError 409 while that one runs, 422 when it was another request
   */
  begin(userId: number, key: string, fingerprint: string): Promise<{ status: number; body: string } | null>
  finish(userId: number, key: string, status: number, body: string): Promise<void>
  forgetOld(): Promise<void>
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
 * The device may have been reached: whoever repeats the request must get this answer and not a second change.
 * Refusals before any work may be tried again.
 */
const isKept = (status: number) => status < 400 || (status >= 500 && status !== 503)

export const createIdempotency = (database: Pick<Database, 'em'>): Idempotency => ({
  async begin(userId, key, fingerprint) {
    const taken = await database.em().execute<{ user_id: number }[]>(
      `insert into kernel_idempotency (user_id, key, fingerprint) values (?, ?, ?)
       on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, created_at = now(), status = null, answer = null
         where kernel_idempotency.created_at < now() - interval '24 hours'
       returning user_id`,
      [userId, key, fingerprint],
    )
    if (taken.length > 0) return null
    const [row] = await database
      .em()
      .execute<{ fingerprint: string; status: number | null; answer: string | null }[]>(
        'select fingerprint, status, answer from kernel_idempotency where user_id = ? and key = ?',
        [userId, key],
      )
    if (row && row.fingerprint !== fingerprint) throw fail('IDEMPOTENCY_KEY_REUSED')
    if (!row || row.status === null || row.answer === null) throw fail('IDEMPOTENCY_IN_PROGRESS')
    return { status: row.status, body: row.answer }
  },
  async finish(userId, key, status, body) {
    if (isKept(status))
      await database
        .em()
        .execute('update kernel_idempotency set status = ?, answer = ? where user_id = ? and key = ?', [
          status,
          body,
          userId,
          key,
        ])
    else
      await database
        .em()
        .execute('delete from kernel_idempotency where user_id = ? and key = ?', [userId, key])
  },
  async forgetOld() {
    await database
      .em()
      .execute(`delete from kernel_idempotency where created_at < now() - interval '24 hours'`)
  },
})
