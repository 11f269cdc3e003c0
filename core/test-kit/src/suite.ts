import { inspect } from 'node:util'
import { suite as uvuSuite } from 'uvu'

/** What runners share with the suites of a file. */
export interface RunnerGlobals {
  /** After the first test that fails, the others of its suite fail at once. */
  LINECARD_BAIL: boolean
  /** What has failed in this file. uvu prints it at the end, to which a file may never come. */
  LINECARD_FAILURES: string[]
}

/** Declares the tests of one file. Names must be unique in a file, so that a failure can be found. */
export interface Suite {
  (name: string, test: () => unknown): void
  /**
   * Runs once before the first test. If it throws, all tests of the file fail (uvu alone would exit 0).
   */
  before(hook: () => unknown): void
  after(hook: () => unknown): void
  /** A case that cannot run here, with the reason. The runner prints and counts it. */
  skip(name: string, reason: string): void
}

export interface SuiteOptions {
  /**
   * After so long a test or hook counts as one that never ends, ms. It is no bound on speed: a test that a
   * busy machine can fail proves nothing. Default: HANG_MS.
   */
  timeoutMs?: number
  /**
   * `full`: `npm run test:all` runs it, and `npm test` only if it is named. The runner of this repository
   * reads this and `alone` from the text of the file.
   */
  level?: 'full'
  /** A process of its own: for tests that measure the heap, replace globals or end the process. */
  alone?: true
}

/** No test or hook needs so long, also beside much other work. */
const HANG_MS = 300_000

/** Each step has its own deadline: uvu would wait for ever for a promise that never settles. */
function bounded(step: () => unknown, what: string, timeoutMs: number): () => Promise<void> {
  return async () => {
    let timer: NodeJS.Timeout | undefined
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${what}: no result after ${timeoutMs} ms`)), timeoutMs)
    })
    try {
      await Promise.race([Promise.resolve().then(step), deadline])
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * What uvu can print. It takes `details` for a text: a list, which errors of operations have, or no error at
 * all would end the suite without a word.
 */
function printable(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(`${inspect(error)} was thrown`)
  if (!('details' in error) || typeof error.details !== 'object') return error
  return Object.assign(new Error(`${error.message} ${inspect(error.details)}`), { stack: error.stack })
}

/**
 * A uvu suite that runs itself. It corrects five weaknesses of uvu 0.5.6: a file without `.run()` passes with
 * no tests, a `before` that throws exits 0, a test may never end, and of two tests with one name one is
 * hidden. And a failure is always printed.
 */
export function suite(title: string, { timeoutMs = HANG_MS }: SuiteOptions = {}): Suite {
  const inner = uvuSuite(title)
  const names = new Set<string>()
  let broken: Error | undefined
  let count = 0
  let skipped = 0
  let running = false
  const hookMs = Math.max(timeoutMs, HANG_MS)

  const add = (name: string, test: () => unknown) => {
    if (names.has(name)) throw new Error(`${title}: two tests are named "${name}"`)
    // The suite starts in the microtask after the first turn of the file. A test that is declared after a
    // top-level await would never run.
    if (running)
      throw new Error(
        `${title}: "${name}" is declared after the suite began; declare it before the first await`,
      )
    names.add(name)
    count++
    inner(name, async () => {
      if (broken) throw broken
      try {
        await bounded(test, name, timeoutMs)()
      } catch (error) {
        const failure = printable(error)
        const { LINECARD_BAIL: bail, LINECARD_FAILURES: failures } = globalThis as Partial<RunnerGlobals>
        failures?.push(`${title}  "${name}"\n${failure.stack}`)
        if (bail) broken = failure
        throw failure
      }
    })
  }
  const hooks = {
    before: (hook: () => unknown) =>
      inner.before(async () => {
        try {
          await bounded(hook, `${title} before`, hookMs)()
        } catch (error) {
          broken = printable(error)
        }
      }),
    after: (hook: () => unknown) => inner.after(bounded(hook, `${title} after`, hookMs)),
    skip: (name: string, reason: string) => {
      skipped++
      console.log(`SKIPPED ${title}: ${name} (${reason})`)
    },
  }
  queueMicrotask(() => {
    if (count === 0 && skipped === 0) throw new Error(`${title}: the file declares no test`)
    running = true
    inner.run()
  })
  return Object.assign(add, hooks)
}
