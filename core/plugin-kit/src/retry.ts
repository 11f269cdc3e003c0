/**
 * SQLSTATE serialization_failure and deadlock_detected: the transaction was sacrificed, nothing is wrong with
 * it.
 */
const sacrificed = new Set(['40001', '40P01'])

const isSacrificed = (error: unknown) =>
  error instanceof Error && 'code' in error && sacrificed.has(String(error.code))

/**
 * Runs `work` again, with jitter, when PostgreSQL sacrificed its transaction to a deadlock or a serialization
 * failure; any other failure, and the last of `attempts`, is thrown. `work` must be the whole transaction and
 * have no other effects:
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
      if (attempt >= attempts || !isSacrificed(error)) throw error
      await new Promise(resolve => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    }
  }
}
