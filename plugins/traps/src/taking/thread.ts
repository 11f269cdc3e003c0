import { Worker } from 'node:worker_threads'
import type { FromThread, IntakeOptions, ToThread } from '../intake/orders.ts'

/** The thread may take so much: queue, names of MIBs, senders. */
const maxMb = 512
/** Pause before a thread that has ended is started again, ms; it doubles up to the longest. */
const [firstPauseMs, longestPauseMs] = [1000, 8000]

export interface IntakeThread {
  tell(order: ToThread): void
  stop(): Promise<void>
}

export interface ThreadEvents {
  onMessage(message: FromThread): void
  /** A thread has begun: it knows nothing yet. */
  onStart(): void
  onEnd(reason: unknown, againMs: number): void
}

/** Starts the thread that listens, and starts it again when it ends. */
export function startThread(options: () => IntakeOptions, events: ThreadEvents): IntakeThread {
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | null = null
  let stopped = false
  let pauseMs = firstPauseMs

  const ended = (one: Worker, reason: unknown) => {
    if (worker !== one) return
    worker = null
    if (stopped) return
    events.onEnd(reason, pauseMs)
    timer = setTimeout(launch, pauseMs).unref()
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  }
  const launch = () => {
    const made = new Worker(new URL(import.meta.resolve('#intake-worker')), {
      workerData: options(),
      resourceLimits: { maxOldGenerationSizeMb: maxMb },
    })
    worker = made
    made.on('message', (message: FromThread) => {
      if ('listening' in message) pauseMs = firstPauseMs
      // A port that another process has: the thread is started again until it is free.
      if ('failed' in message) void made.terminate()
      events.onMessage(message)
    })
    made.on('error', error => ended(made, error))
    made.on('exit', code => ended(made, code))
    made.unref()
    events.onStart()
  }
  launch()
  return {
    tell(order) {
      worker?.postMessage(order, [])
    },
    async stop() {
      stopped = true
      if (timer) clearTimeout(timer)
      await worker?.terminate()
    },
  }
}
