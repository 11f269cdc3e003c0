import type { Job, PgBoss } from 'pg-boss'
import { isUnavailable } from '../database/errors.ts'
import type { ScheduledJob } from './index.ts'

/** What a run gets to end after its signal fired, in ms. */
export const ABORT_MS = 1_000

/** Settles at the latest after `ms`. */
export const settledWithin = (work: Promise<unknown>, ms: number): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined
  return Promise.race([
    work,
    new Promise(resolve => {
      timer = setTimeout(resolve, ms)
    }),
  ]).finally(() => clearTimeout(timer))
}

type Runnable = ScheduledJob & { run: NonNullable<ScheduledJob['run']> }
interface Worker {
  stopping: AbortController
  running: Set<Promise<void>>
}

/** The jobs that this process works on. */
export interface Workers {
  has(id: string): boolean
  /** Begins to take runs of a job. */
  add(job: Runnable): Promise<void>
  /** Takes no more runs of a job and tells the one that is going to end. */
  remove(id: string, why: string): Promise<void>
  ids(): string[]
  /** Waits `graceMs` for what is running, then tells it to end. */
  finish(graceMs: number, why: string): Promise<void>
}

export function createWorkers(
  boss: PgBoss,
  run: (job: Runnable, claimed: Job<unknown>, stopping: AbortSignal) => Promise<void>,
): Workers {
  const workers = new Map<string, Worker>()
  return {
    has: id => workers.has(id),
    ids: () => [...workers.keys()],
    async add(job) {
      const worker: Worker = { stopping: new AbortController(), running: new Set() }
      await boss.work(job.id, { pollingIntervalSeconds: 5 }, async ([claimed]) => {
        if (!claimed) return
        const one = run(job, claimed, worker.stopping.signal)
        worker.running.add(one)
        await one.finally(() => worker.running.delete(one))
      })
      workers.set(job.id, worker)
    },
    async remove(id, why) {
      const worker = workers.get(id)
      workers.delete(id)
      worker?.stopping.abort(new Error(why))
      await settledWithin(boss.offWork(id, { wait: true }), 2 * ABORT_MS).catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
      })
    },
    async finish(graceMs, why) {
      await settledWithin(
        Promise.allSettled([...workers.values()].flatMap(worker => [...worker.running])),
        graceMs,
      )
      for (const worker of workers.values()) worker.stopping.abort(new Error(why))
    },
  }
}
