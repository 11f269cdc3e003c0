import { limit, startThread } from '@linecard/plugin-kit/concurrency'
import { fail } from '../errors.ts'
import { difference, type Difference, type Sides } from './diff.ts'

/** Texts of so many characters together are compared at once, if it takes no longer than so many ms. */
const [smallChars, smallMs] = [100_000, 20] as const
/** Others in a thread of their own, for so many ms at most, and so many at the same time. */
const [threadMs, startMs, threads] = [10_000, 5_000, 2] as const

/** Each thread has the memory of two texts and all their lines. */
const inTurn = limit(threads)

function inThread(sides: Sides, signal: AbortSignal): Promise<Difference | null> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Difference | null>()
  const thread = startThread<never, Difference | null>(import.meta.resolve('#compare-worker'), {
    data: sides,
    memoryMb: 1024,
    onMessage: resolve,
    // Ended before it has answered.
    onEnd: reason => (reason instanceof Error ? reject(reason) : resolve(null)),
  })
  const leave = () => resolve(null)
  const late = setTimeout(leave, threadMs + startMs)
  signal.addEventListener('abort', leave, { once: true })
  return promise.finally(() => {
    clearTimeout(late)
    signal.removeEventListener('abort', leave)
    void thread.stop()
  })
}

/**
 * Compares two texts; long ones in another thread.
 * @throws ApiError BACKUPS_DIFF_TOO_DIFFERENT
 */
export async function compare(sides: Omit<Sides, 'timeoutMs'>, signal: AbortSignal): Promise<Difference> {
  const small = sides.from.text.length + sides.to.text.length <= smallChars
  const quick = small ? difference({ ...sides, timeoutMs: smallMs }) : null
  const made = quick ?? (await inTurn(() => inThread({ ...sides, timeoutMs: threadMs }, signal)))
  if (!made) throw fail('BACKUPS_DIFF_TOO_DIFFERENT', { seconds: threadMs / 1000 })
  return made
}
