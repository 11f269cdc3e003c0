import type { Job, PgBoss } from 'pg-boss'
import { isUnavailable } from '../database/errors.ts'
import type { RunnableJob } from './scheduled-job.ts'

/** Time that a run has to end after its signal is aborted, in ms. */
export const abortMs = 1_000

/** Settles after `ms` at the latest. */
export const settledWithin = (work: Promise<unknown>, ms: number): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined
  return Promise.race([
    work,
    new Promise(resolve => {
      timer = setTimeout(resolve, ms)
    }),
  ]).finally(() => clearTimeout(timer))
}

interface Worker {
  stopping: AbortController
  running: Set<Promise<void>>
}

/** The jobs whose runs this process takes. */
export interface Workers {
  has(id: string): boolean
  /** Begins to take runs of a job. */
  add(job: RunnableJob): Promise<void>
  /** Takes no more runs of a job and aborts the one that is running. */
  remove(id: string, why: string): Promise<void>
  ids(): string[]
  /** Waits `graceMs` for running jobs, then aborts them. */
  finish(graceMs: number, why: string): Promise<void>
}

export function createWorkers(
  boss: PgBoss,
  run: (job: RunnableJob, claimed: Job<unknown>, stopping: AbortSignal) => Promise<void>,
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
      await settledWithin(boss.offWork(id, { wait: true }), 2 * abortMs).catch((error: unknown) => {
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
