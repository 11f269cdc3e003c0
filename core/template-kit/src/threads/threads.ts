import { ApiError } from '@linecard/plugin-kit'
import { Piscina } from 'piscina'
import type { Finding } from '../contract/finding.ts'
import type { Place, RenderLimits } from '../contract/template.ts'
import { graceMs, startMs } from './limits.ts'
import { clockOctets, clockOf, type Clock } from '../render/runtime/state.ts'
import type { Answer, Task, TemplateTask, WorkTask } from './task.ts'

const file = import.meta.resolve('#render-worker')

/** A worker ended: nobody knows where, but for the site that ran last. */
export type Ended = (site: number) => Place

export interface Threads {
  run(task: TemplateTask | WorkTask, place: Ended, signal?: AbortSignal): Promise<Answer>
  close(): Promise<void>
}

const ended = (place: Place, code: string, message: string, hint: string): Answer => {
  const finding: Finding = { severity: 'error', code, message, hint, ...place }
  return { kind: 'refused', finding }
}

const closed = (cause: unknown) =>
  new ApiError('UNAVAILABLE', 'TEMPLATE_CLOSED', 'The service stops. Try again when it has started.', {
    cause,
  })

/** Aborts when the work took too long. Time counts from its beginning, not from the start of its thread. */
function watch(clock: Clock, timeMs: number, abort: () => void): () => void {
  const most = timeMs + graceMs
  const asked = Date.now()
  let timer: NodeJS.Timeout
  const look = () => {
    const started = clock.started[0]!
    const left = started === 0 ? asked + startMs - Date.now() : started + most - Date.now()
    if (left <= 0) abort()
    else timer = setTimeout(look, started === 0 ? Math.min(left, 50) : left)
  }
  timer = setTimeout(look, most)
  return () => clearTimeout(timer)
}

function createPool({ threads, memoryMb }: RenderLimits): Piscina<Task, Answer> {
  const pool = new Piscina<Task, Answer>({
    filename: file,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: threads,
    idleTimeout: 60_000,
    // Templates have no business with the environment.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  // A worker that ends without a task has no one to tell.
  pool.on('error', () => {})
  return pool
}

/** Worker threads that end at their limits. The next task gets a new one. */
export function createThreads(limits: RenderLimits): Threads {
  let pool: Piscina<Task, Answer> | null = null
  let ending = new AbortController()
  return {
    async run(task, place, signal) {
      pool ??= createPool(limits)
      const shared = new SharedArrayBuffer(clockOctets)
      const clock = clockOf(shared)
      const slow = new AbortController()
      const stop = watch(clock, limits.timeMs, () => slow.abort())
      const ends = signal ? AbortSignal.any([signal, slow.signal]) : slow.signal
      const closing = ending
      const { timeMs, outputOctets } = limits
      try {
        return await pool.run({ ...task, clock: shared, budget: { timeMs, outputOctets } }, { signal: ends })
      } catch (error) {
        signal?.throwIfAborted()
        if (closing.signal.aborted) throw closed(error)
        const at = place(clock.site[0]!)
        if (slow.signal.aborted)
          return ended(at, 'TIME_LIMIT', `the template took longer than ${timeMs} ms`, 'Make it shorter.')
        if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
          return ended(
            at,
            'MEMORY_LIMIT',
            `the template needs more than ${limits.memoryMb} MiB`,
            'Keep fewer and shorter values.',
          )
        throw error
      } finally {
        stop()
      }
    },
    async close() {
      const last = pool
      ending.abort()
      ending = new AbortController()
      pool = null
      await last?.destroy()
    },
  }
}
