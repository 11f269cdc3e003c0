import {
  isDatabaseOutage,
  type BoundKeep,
  type DeviceAnswered,
  type Equipment,
  type Logger,
} from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { canonical } from './answers/json.ts'

/** Calls of one keep at once. */
const callsAtOnce = 2
/** Answers of one call: whoever waits for the first of them waits for all. */
const answersAtOnce = 50

interface Waiting {
  answer: DeviceAnswered
  kept: PromiseWithResolvers<void>
}

/** Stores a batch. If it fails, each answer is tried alone: one must not cost the others. */
async function write({ keep }: BoundKeep, batch: readonly Waiting[]): Promise<void> {
  const store = (answers: readonly DeviceAnswered[]) => retryable(() => keep(answers))
  if (batch.length > 1)
    try {
      await store(batch.map(({ answer }) => answer))
      for (const { kept } of batch) kept.resolve()
      return
    } catch (error) {
      if (isDatabaseOutage(error)) {
        for (const { kept } of batch) kept.reject(error)
        return
      }
    }
  for (const { answer, kept } of batch) await store([answer]).then(kept.resolve, kept.reject)
}

/**
 * The answers that wait for one keep. Nothing is dropped: whoever brings an answer waits, so there are no
 * more than calls and polls that run.
 */
function createQueue() {
  const waiting = new Map<string, Waiting>()
  const writing = new Set<number>()
  let free = callsAtOnce

  function take(): Waiting[] {
    const batch: Waiting[] = []
    for (const [question, one] of waiting) {
      if (batch.length === answersAtOnce) break
      // Two writings about one device would mix.
      if (writing.has(one.answer.device_id)) continue
      waiting.delete(question)
      batch.push(one)
    }
    return batch
  }
  function next(bound: BoundKeep): void {
    while (free > 0) {
      const batch = take()
      if (batch.length === 0) return
      const devices = new Set(batch.map(({ answer }) => answer.device_id))
      for (const id of devices) writing.add(id)
      free--
      void write(bound, batch).then(() => {
        for (const id of devices) writing.delete(id)
        free++
        next(bound)
      })
    }
  }
  return (bound: BoundKeep, answers: readonly DeviceAnswered[]): Promise<void>[] => {
    const all = answers.map(answer => {
      const question = `${answer.device_id} ${answer.module} ${canonical(answer.args)}`
      const known = waiting.get(question)
      if (known) {
        if (known.answer.time <= answer.time) known.answer = answer
        return known.kept.promise
      }
      const kept = Promise.withResolvers<void>()
      waiting.set(question, { answer, kept })
      return kept.promise
    })
    next(bound)
    return all
  }
}

export interface KeepingOptions {
  /** What the running plugins keep. */
  keeps(): readonly BoundKeep[]
  log: Logger
}

/** Gives answers to all that keep such. What cannot be kept is logged, unless the database is away. */
export function createKeeping({ keeps, log }: KeepingOptions): Equipment['keep'] {
  const queues = new Map<string, ReturnType<typeof createQueue>>()
  return async answers => {
    const unkept: Awaited<ReturnType<Equipment['keep']>>[number][] = []
    await Promise.all(
      keeps().flatMap(bound => {
        const { key, component, modules, whole } = bound
        const wanted = answers.filter(
          ({ module, args }) => modules.has(module) && !(whole && Object.keys(args).length > 0),
        )
        if (wanted.length === 0) return []
        const queue = queues.get(key) ?? createQueue()
        queues.set(key, queue)
        return queue(bound, wanted).map((kept, at) =>
          kept.catch((error: unknown) => {
            const { device_id: id, module } = wanted[at]!
            if (!isDatabaseOutage(error))
              log.error({ err: error, device_id: id, module, component }, 'an answer cannot be kept')
            unkept.push({ component, module, error })
          }),
        )
      }),
    )
    return unkept
  }
}
