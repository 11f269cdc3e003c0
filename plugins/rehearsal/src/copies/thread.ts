import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CopyOrder, CopyPlan, CopyReport, Difference } from './orders.ts'

type Ready = Extract<CopyReport, { ready: unknown }>['ready']

/** The thread of one copy. */
export interface CopyThread extends Ready {
  /** Keeps the present configuration under this name. */
  keep(name: string): Promise<void>
  /** What differs between two that were kept. */
  difference(before: string, after: string): Promise<Difference>
  /** Ends the copy with all its connections. */
  stop(): Promise<void>
}

/** The largest copy takes 300 MB. */
const maxMb = 768
/** Most objects of a copy are made at its start and stay: a larger nursery would only hold garbage. */
const youngMb = 16

const ended = () => new Error('the thread of the copy has ended')

/** Orders with their answers. After the end all of them fail. */
function orders(worker: Worker) {
  const waiting = new Map<number, PromiseWithResolvers<Difference | null>>()
  let failure: Error | null = null
  let last = 0
  const end = (reason: Error) => {
    failure ??= reason
    for (const one of waiting.values()) one.reject(failure)
    waiting.clear()
  }
  worker.on('message', (report: CopyReport) => {
    if (!('id' in report)) return
    const one = waiting.get(report.id)
    waiting.delete(report.id)
    if ('error' in report) one?.reject(new Error(report.error))
    else one?.resolve(report.difference)
  })
  worker.on('error', end)
  worker.on('exit', () => end(ended()))
  return (what: { keep: string } | { before: string; after: string }): Promise<Difference | null> => {
    if (failure) return Promise.reject(failure)
    const id = ++last
    const answer = Promise.withResolvers<Difference | null>()
    waiting.set(id, answer)
    worker.postMessage({ id, ...what } satisfies CopyOrder, [])
    return answer.promise
  }
}

/**
 * Starts a copy in a thread of its own, so that other requests are answered meanwhile. Null: no living model
 * comes near. Rejects if the thread fails or the signal ends it.
 */
export async function startThread(plan: CopyPlan, signal: AbortSignal): Promise<CopyThread | null> {
  signal.throwIfAborted()
  const worker = new Worker(new URL(import.meta.resolve('#copies-worker')), {
    workerData: plan,
    resourceLimits: { maxOldGenerationSizeMb: maxMb, maxYoungGenerationSizeMb: youngMb },
  })
  const stop = async () => {
    await worker.terminate()
  }
  const order = orders(worker)
  try {
    const exit = once(worker, 'exit', { signal }).then(() => Promise.reject(ended()))
    const [first] = (await Promise.race([once(worker, 'message', { signal }), exit])) as [CopyReport]
    exit.catch(() => undefined)
    if (!('ready' in first)) {
      await stop()
      return null
    }
    return {
      ...first.ready,
      keep: async name => void (await order({ keep: name })),
      difference: async (before, after) => (await order({ before, after }))!,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
