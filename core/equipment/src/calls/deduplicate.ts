import { abortable } from '../waiting/signals.ts'

/** Identical questions at the same time share one run. */
export interface Deduplicator {
  /** Runs the work, or waits for the run with the same key. A run stops when all its callers have gone. */
  join<T>(key: string, signal: AbortSignal | undefined, work: (stop: AbortSignal) => Promise<T>): Promise<T>
}

interface Run {
  result: Promise<unknown>
  ended: boolean
  callers: number
  stop: AbortController
}

export function createDeduplicator(): Deduplicator {
  const runs = new Map<string, Run>()
  return {
    async join(key, signal, work) {
      signal?.throwIfAborted()
      let run = runs.get(key)
      if (!run) {
        const stop = new AbortController()
        const begun: Run = { result: work(stop.signal), ended: false, callers: 0, stop }
        const end = () => void (begun.ended = true)
        begun.result.then(end, end)
        runs.set(key, (run = begun))
      }
      const { result, stop } = run
      run.callers++
      try {
        return (await (signal ? abortable(signal, () => result) : result)) as Awaited<ReturnType<typeof work>>
      } finally {
        // The run has ended, or nobody waits for it any more: the next question starts another.
        if (--run.callers === 0) {
          if (runs.get(key) === run) runs.delete(key)
          // An abort makes an error with its trace: not for every run that has ended.
          if (!run.ended) stop.abort(signal?.reason)
        }
      }
    },
  }
}
