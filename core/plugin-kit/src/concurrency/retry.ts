import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseOutage } from '../outage.ts'
import { doubling } from './times.ts'

/**
 * SQLSTATE serialization_failure and deadlock_detected: PostgreSQL ended this transaction so that others can
 * go on. It may succeed later.
 */
const collisions = new Set(['40001', '40P01'])

const isCollision = (error: unknown) =>
  error instanceof Error && 'code' in error && collisions.has(String(error.code))

/**
 * Runs `work` again, after a random delay, if PostgreSQL ended its transaction because of a deadlock or a
 * serialization failure. Throws any other error, and the error of the last attempt. `work` must be the whole
 * transaction and have no other effects:
 * `await retryable(() => ctx.em().transactional(async em => { … }))`.
 */
export async function retryable<T>(
  work: () => Promise<T>,
  { attempts = 5 }: { attempts?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isCollision(error)) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}

const firstPauseMs = 500
const maxPauseMs = 5_000

/**
 * Runs `work` again for as long as the database is away, after 0.5 to 5 s each time. A cut connection leaves
 * open whether the last statement was done: `work` must look first what is done already.
 * @throws any other error, and the reason of the aborted signal
 */
export async function throughOutages<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const pauses = doubling(firstPauseMs, maxPauseMs)
  for (;;) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error
    }
    await pause(pauses.next(), null, { signal }).catch(() => null)
  }
}
