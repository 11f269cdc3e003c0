import { atMost } from './at-most.ts'
import type { Context } from './context.ts'
import type { Polled } from './pollers.ts'
import { retryable } from './retry.ts'
import { deviceAnswered, type DeviceAnswered } from './services/equipment.ts'

/** Answers that wait. One more is refused: the next reading brings it again. */
const mostWaiting = 200
/** Times of stored answers that are remembered. What is forgotten is stored twice at worst. */
const mostRemembered = 5_000

/** What stores the answers of devices: an answer that a poll and its event both bring is stored once. */
export interface AnswerKeeper {
  /**
   * Stores an answer, once: whoever else brings the same one waits for the same writing. Of those that wait
   * only the newest of a question is stored, and none that is older than the one that is being written.
   * @throws what kept it from being stored, or an Error if too many wait
   */
  keep(answer: DeviceAnswered): Promise<void>
  /** Stores what a poll has read of it, the rows that came before an error too. @throws as `keep` does */
  keepPolled(polled: Pick<Polled, 'device' | 'answers'>): Promise<void>
  /** Resolves when all received answers are written. */
  idle(): Promise<void>
  /** Hears nothing more, and drops what waits. */
  stop(): Promise<void>
}

/** Which answers an `AnswerKeeper` stores, and how. */
export interface AnswerKeeping {
  /** Names it in the log, e.g. `the light of ONUs`. */
  what: string
  /** Whether an answer is stored at all. */
  wants(answer: DeviceAnswered): boolean
  /** Stores one answer. @throws what kept it from being stored */
  write(answer: DeviceAnswered): Promise<void>
  /** Answers that are written at the same time. Default: one. */
  writers?: number
}

interface Kept {
  time: Date
  /** Null: it is being written, or was. */
  waiting: DeviceAnswered | null
  done: Promise<void>
}

/**
 * Stores what devices answer, whoever asked. A poll brings its answer itself too, with `keep`: it is stored
 * when the poll says so.
 */
export function keepAnswers(
  { events, log }: Pick<Context, 'events' | 'log'>,
  keeping: AnswerKeeping,
): AnswerKeeper {
  const { what, wants, write, writers = 1 } = keeping
  const inTurn = atMost(writers)
  const kept = new Map<string, Kept>()
  const open = new Set<Promise<void>>()
  let [waiting, stopped] = [0, false]

  const trim = () => {
    for (const [key, { waiting: answer, done }] of kept) {
      if (kept.size <= mostRemembered) return
      if (answer === null && !open.has(done)) kept.delete(key)
    }
  }
  function enqueue(key: string, answer: DeviceAnswered, before: Kept | undefined): Promise<void> {
    if (waiting >= mostWaiting) return Promise.reject(new Error(`too many answers wait: ${what}`))
    waiting++
    const entry: Kept = { time: answer.time, waiting: answer, done: Promise.resolve() }
    const work = async () => {
      // Two writings about one device would mix.
      await before?.done.catch(() => undefined)
      const newest = entry.waiting!
      entry.waiting = null
      waiting--
      if (stopped) throw new Error('the service stops')
      await retryable(() => write(newest))
    }
    entry.done = inTurn(work).catch((error: unknown) => {
      if (kept.get(key) === entry) kept.delete(key)
      throw error
    })
    open.add(entry.done)
    const ended = () => open.delete(entry.done)
    entry.done.then(ended, ended)
    kept.delete(key)
    kept.set(key, entry)
    trim()
    return entry.done
  }
  async function keep(answer: DeviceAnswered): Promise<void> {
    const key = `${answer.device_id} ${answer.module} ${JSON.stringify(answer.args)}`
    const known = kept.get(key)
    const lead = known ? known.time.getTime() - answer.time.getTime() : -1
    // One that is older than what was stored may be new: a clock was set back. The store decides.
    if (known && (lead === 0 || (lead > 0 && open.has(known.done)))) return known.done
    if (!known?.waiting) return enqueue(key, answer, known)
    Object.assign(known, { time: answer.time, waiting: answer })
    return known.done
  }
  const unfollow = events.on(deviceAnswered, payload => {
    const answer = payload as DeviceAnswered
    if (!wants(answer)) return
    keep(answer).catch((error: unknown) => {
      const { device_id, module } = answer
      if (!stopped) log.error({ err: error, device_id, module }, `an answer cannot be kept: ${what}`)
    })
  })
  const idle = async () => {
    while (open.size > 0) await Promise.allSettled(open)
  }
  return {
    keep,
    async keepPolled({ device, answers }) {
      for (const [module, { data, complete, time }] of answers) {
        const answer = { device_id: device.id, module, args: {}, data, complete, time }
        if (Array.isArray(data) && wants(answer)) await keep(answer)
      }
    },
    idle,
    async stop() {
      unfollow()
      stopped = true
      await idle()
    },
  }
}
