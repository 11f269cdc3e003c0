import { doubling, startThread as start, type Thread } from '@linecard/plugin-kit/concurrency'
import type { FromThread, IntakeOptions, ToThread } from '../intake/orders.ts'

/** The thread may take so much: queue, names of MIBs, senders. */
const memoryMb = 512
/** Pause before a thread that has ended is started again, ms; it doubles up to the longest. */
const [firstPauseMs, longestPauseMs] = [1000, 8000]

interface ThreadEvents {
  onMessage(message: FromThread): void
  /** A thread has begun: it knows nothing yet. */
  onStart(): void
  onEnd(reason: unknown, againMs: number): void
}

/** Starts the thread that listens, and starts it again when it ends. */
export function startThread(
  options: () => IntakeOptions,
  events: ThreadEvents,
): Pick<Thread<ToThread>, 'tell' | 'stop'> {
  const pauses = doubling(firstPauseMs, longestPauseMs)
  let thread: Thread<ToThread> | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const onEnd = (reason: unknown) => {
    thread = null
    if (stopped) return
    const ms = pauses.next()
    events.onEnd(reason, ms)
    timer = setTimeout(launch, ms).unref()
  }
  const launch = () => {
    const made = start<ToThread, FromThread>(import.meta.resolve('#intake-worker'), {
      data: options(),
      memoryMb,
      onMessage(message) {
        if ('listening' in message) pauses.reset()
        events.onMessage(message)
        // A port that another process has: the thread is started again until it is free.
        if ('failed' in message) made.fail(message.failed.code)
      },
      onEnd,
    })
    thread = made
    events.onStart()
  }
  launch()
  return {
    tell: order => thread?.tell(order),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await thread?.stop()
    },
  }
}
