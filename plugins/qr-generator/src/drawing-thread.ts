import { Worker } from 'node:worker_threads'
import type { Logger } from '@linecard/plugin-kit'
import type { DrawingOrder, DrawingReport, Task } from './drawing/tasks.ts'
import { fail } from './errors.ts'

/** Receives the results of one order: the pieces of its file in order, then its end or its failure. */
export interface Receiver {
  piece(data: Uint8Array): void
  end(): void
  /** QR_GENERATOR_SIZE_TOO_SMALL, or QR_GENERATOR_FAILED. */
  fail(error: Error): void
}

/** The thread that draws. It starts with the first order. If it has ended, the next order starts it again. */
export interface DrawingThread {
  /** Returns the number of the order. */
  order(task: Task, receiver: Receiver): number
  /** Cancels an order whose client has left. */
  cancel(id: number): void
  stop(): Promise<void>
}

const refusal = (report: Extract<DrawingReport, { minimum: number }>) =>
  fail('QR_GENERATOR_SIZE_TOO_SMALL', { minimum: report.minimum }, [
    { path: 'size', message: `must be at least ${report.minimum}` },
  ])

export function createDrawingThread(log: Logger): DrawingThread {
  const receivers = new Map<number, Receiver>()
  let worker: Worker | null = null
  let last = 0
  let stopped = false

  const onReport = (report: DrawingReport): void => {
    const receiver = receivers.get(report.id)
    if (!receiver) return
    if ('piece' in report) return receiver.piece(report.piece)
    receivers.delete(report.id)
    if ('end' in report) return receiver.end()
    if ('minimum' in report) return receiver.fail(refusal(report))
    log.error({ reason: report.error }, 'a code could not be drawn')
    receiver.fail(fail('QR_GENERATOR_FAILED'))
  }
  const onEnd = (ended: Worker, reason: unknown): void => {
    if (worker !== ended) return
    worker = null
    if (!stopped)
      log.error({ err: reason }, 'the thread that draws codes has ended; the next code starts a new one')
    for (const receiver of receivers.values()) receiver.fail(fail('QR_GENERATOR_FAILED'))
    receivers.clear()
  }
  const startWorker = (): Worker => {
    const made = new Worker(new URL(import.meta.resolve('#drawing-worker')), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    made.on('message', onReport)
    made.on('error', error => onEnd(made, error))
    made.on('exit', code => onEnd(made, code))
    made.unref()
    return made
  }

  return {
    order(task, receiver) {
      const id = ++last
      receivers.set(id, receiver)
      worker ??= startWorker()
      worker.postMessage({ id, task } satisfies DrawingOrder, [])
      return id
    },
    cancel(id) {
      if (receivers.delete(id)) worker?.postMessage({ id, cancel: true } satisfies DrawingOrder, [])
    },
    async stop() {
      stopped = true
      await worker?.terminate()
    },
  }
}
