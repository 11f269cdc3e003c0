import { createHash } from 'node:crypto'
import { sql } from '@linecard/plugin-kit/sql'
import type { Database } from '../database/index.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'

/** Stores the answers of operations that change a device for a day, by user and `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Null if this request must do the work. Else the answer that an equal request got.
   * @throws ApiError 409 while that request runs, 422 if it was another request
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
 * The device may have been reached: a client that repeats the request must get this answer and not a second
 * change. A refusal before any work is not stored, so that it can be tried again.
 */
const isStored = (status: number) => status < 400 || (status >= 500 && status !== 503)

export function createIdempotency(database: Pick<Database, 'em'>): Idempotency {
  const db = () => tables(database.em())
  const dayAgo = sql<Date>`now() - interval '24 hours'`
  return {
    async begin(userId, key, fingerprint) {
      const taken = await db()
        .insertInto('kernel_idempotency')
        .values({ user_id: userId, key, fingerprint })
        .onConflict(conflict =>
          conflict
            .columns(['user_id', 'key'])
            .doUpdateSet({ fingerprint, created_at: sql`now()`, status: null, answer: null })
            .where('kernel_idempotency.created_at', '<', dayAgo),
        )
        .returning('user_id')
        .execute()
      if (taken.length > 0) return null
      const row = await db()
        .selectFrom('kernel_idempotency')
        .select(['fingerprint', 'status', 'answer'])
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .executeTakeFirst()
      if (row && row.fingerprint !== fingerprint) throw fail('IDEMPOTENCY_KEY_REUSED')
      if (!row || row.status === null || row.answer === null) throw fail('IDEMPOTENCY_IN_PROGRESS')
      return { status: row.status, body: row.answer }
    },
    async finish(userId, key, status, body) {
      if (isStored(status))
        await db()
          .updateTable('kernel_idempotency')
          .set({ status, answer: body })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute()
      else
        await db()
          .deleteFrom('kernel_idempotency')
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute()
    },
    async forgetOld() {
      await db().deleteFrom('kernel_idempotency').where('created_at', '<', dayAgo).execute()
    },
  }
}
