import { createHash } from 'node:crypto'
import { ApiError } from '@linecard/plugin-kit'
import { TemplateError } from '../contract/error.ts'
import type { Parameter } from '../contract/parameter.ts'
import type {
  Asked,
  Rendered,
  RenderLimits,
  Renderer,
  TemplateText,
  Variables,
  Place,
} from '../contract/template.ts'
import { decode } from '../lines/decode.ts'
import { createRecent, type Recent } from './cache.ts'
import { defaultLimits, graceMs, startMs } from './limits.ts'
import type { Site } from '../base/site.ts'
import type { Answer, Task, TemplateTask, WorkTask } from './task.ts'
import { createFairQueue } from './fair-queue.ts'
import type { Works } from './works.ts'
import { Piscina } from 'piscina'
import type { Finding } from '../contract/finding.ts'
import { clockOctets, clockOf, type Clock } from '../render/runtime/state.ts'

const file = import.meta.resolve('#render-worker')

/** A worker ended: nobody knows where, but for the site that ran last. */
type Ended = (site: number) => Place

interface Threads {
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
function createThreads(limits: RenderLimits): Threads {
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

interface Known {
  sites: readonly Site[]
  reads: readonly string[] | null
}

const hashOf = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('base64')

function picked(variables: Variables, reads: readonly string[] | null): Variables {
  if (reads === null) return variables
  return Object.fromEntries(
    reads.filter(name => Object.hasOwn(variables, name)).map(name => [name, variables[name]]),
  )
}

/** The names of all, for hints, with the values of those that are read. */
function named(variables: Variables, reads: readonly string[] | null): Variables {
  if (reads === null) return variables
  const read = new Set(reads)
  return Object.fromEntries(
    Object.keys(variables).map(name => [name, read.has(name) ? variables[name] : null]),
  )
}

function checked<K extends Answer['kind']>(answer: Answer, kind: K): Extract<Answer, { kind: K }> {
  if (answer.kind === 'refused') throw new TemplateError(answer.finding)
  if (answer.kind === 'wrong')
    throw new ApiError('VALIDATION_ERROR', answer.code, answer.message, { details: answer.details })
  if (answer.kind !== kind) throw new Error(`A worker answered ${answer.kind} instead of ${kind}`)
  return answer as Extract<Answer, { kind: K }>
}

/** The works beside rendering. `known`: what parameters read, by their hash. */
function createWorks(threads: Threads, known: Recent<Known>) {
  /** Does one of the works in a thread. */
  async function work<K extends keyof Works>(
    name: K,
    args: Parameters<Works[K]>,
    where: string,
    signal?: AbortSignal,
  ): Promise<ReturnType<Works[K]>> {
    const begin = () => ({ where, line: 1, column: 1 })
    const answer = await threads.run({ work: name, args }, begin, signal)
    return checked(answer, 'done').result as ReturnType<Works[K]>
  }

  /** The variables for the expressions of parameters. */
  async function readBy(parameters: readonly Parameter[], variables: Variables, signal?: AbortSignal) {
    const key = hashOf(parameters)
    let names = known.get(key)?.reads
    if (names === undefined) {
      names = await work('reads', [parameters], 'parameters', signal)
      known.set(key, { sites: [], reads: names }, 100)
    }
    return named(variables, names)
  }

  return { work, readBy }
}

/** Works on texts of authors in worker threads, with limits of time, memory and output. */
export function createRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const all = { ...defaultLimits, ...limits }
  const threads = createThreads(all)
  const queue = createFairQueue(all)
  const known = createRecent<Known>({ entries: 500, weight: 5_000_000 })
  const { work, readBy } = createWorks(threads, known)

  async function knownOf(key: string, template: TemplateText, where: string, signal?: AbortSignal) {
    const before = known.get(key)
    if (before) return before
    const begin = () => ({ where, line: 1, column: 1 })
    const answer = await threads.run({ key, template, where, names: [], variables: null }, begin, signal)
    const { sites, reads } = checked(answer, 'compiled')
    const made = { sites, reads }
    // A site is about as big as 100 characters.
    known.set(key, made, sites.length * 100)
    return made
  }

  async function inTurn<T>({ userId, signal }: Asked, task: () => Promise<T>): Promise<T> {
    await queue.take(userId ?? null, signal)
    try {
      return await task()
    } finally {
      queue.give()
    }
  }

  return {
    render(given, variables, { where = 'template', ...asked } = {}): Promise<Rendered> {
      const started = performance.now()
      const template = { text: given.text, blocks: given.blocks ?? {} }
      const key = hashOf([where, template.text, template.blocks])
      const { signal } = asked
      return inTurn(asked, async () => {
        const { sites, reads } = await knownOf(key, template, where, signal)
        const answer = await threads.run(
          { key, template, where, names: Object.keys(variables), variables: picked(variables, reads) },
          site => sites[site] ?? { where, line: 1, column: 1 },
          signal,
        )
        const lines = decode(checked(answer, 'output').output, sites)
        return { lines, text: lines.map(line => line.text).join('\n'), spentMs: performance.now() - started }
      })
    },
    params: (parameters, given, variables, asked = {}) =>
      inTurn(asked, async () => {
        const seen = await readBy(parameters, variables, asked.signal)
        return await work('params', [parameters, given, seen], 'parameters', asked.signal)
      }),
    form: (parameters, variables, params = {}, asked = {}) =>
      inTurn(asked, async () => {
        const seen = await readBy(parameters, variables, asked.signal)
        return await work('form', [parameters, seen, params], 'parameters', asked.signal)
      }),
    lint: (template, asked = {}) => inTurn(asked, () => work('lint', [template], 'template', asked.signal)),
    close: () => threads.close(),
  }
}
