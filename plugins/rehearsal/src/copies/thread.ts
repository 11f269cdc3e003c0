import { startThread as start, type Thread } from '@linecard/plugin-kit/concurrency'
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
const memoryMb = 768
/** Most objects of a copy are made at its start and stay: a larger nursery would only hold garbage. */
const youngMb = 16

/** Orders with their answers. After the end all of them fail. */
function orders(thread: () => Thread<CopyOrder>) {
  const waiting = new Map<number, PromiseWithResolvers<Difference | null>>()
  let failure: Error | null = null
  let last = 0
  return {
    end(reason: unknown) {
      failure ??= reason instanceof Error ? reason : new Error('the thread of the copy has ended')
      for (const one of waiting.values()) one.reject(failure)
      waiting.clear()
    },
    answered(report: Extract<CopyReport, { id: number }>) {
      const one = waiting.get(report.id)
      waiting.delete(report.id)
      if ('error' in report) one?.reject(new Error(report.error))
      else one?.resolve(report.difference)
    },
    give(what: { keep: string } | { before: string; after: string }): Promise<Difference | null> {
      if (failure) return Promise.reject(failure)
      const id = ++last
      const answer = Promise.withResolvers<Difference | null>()
      waiting.set(id, answer)
      thread().tell({ id, ...what })
      return answer.promise
    },
  }
}

/**
 * Starts a copy in a thread of its own, so that other requests are answered meanwhile. Null: no living model
 * comes near. Rejects if the thread fails or the signal ends it.
 */
export async function startThread(plan: CopyPlan, signal: AbortSignal): Promise<CopyThread | null> {
  signal.throwIfAborted()
  const begun = Promise.withResolvers<Ready | null>()
  const { end, answered, give } = orders(() => thread)
  const thread = start<CopyOrder, CopyReport>(import.meta.resolve('#copies-worker'), {
    data: plan,
    memoryMb,
    youngMb,
    onMessage(report) {
      if ('id' in report) answered(report)
      else begun.resolve('ready' in report ? report.ready : null)
    },
    onEnd(reason) {
      end(reason)
      begun.reject(reason instanceof Error ? reason : new Error('the thread of the copy has ended'))
    },
  })
  const stop = async () => {
    await thread.stop()
    end(null)
  }
  const onAbort = () => begun.reject(signal.reason as Error)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const ready = await begun.promise
    if (!ready) {
      await stop()
      return null
    }
    return {
      ...ready,
      keep: async name => void (await give({ keep: name })),
      difference: async (before, after) => (await give({ before, after }))!,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
