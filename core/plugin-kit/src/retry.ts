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
