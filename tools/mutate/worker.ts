/** A process of the tool: it runs test files against one mutant after another until one of them fails. */
import { Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { runFile } from '@linecard/test-kit/run-file'
import { mark, type Change } from './hook.ts'

/** What a process shall do: run these files, relative to the root. */
export interface Order {
  change: Change
  tests: readonly string[]
  /** Tell which parts of the files that are loaded again are run. */
  coverage: boolean
}

/** A part of a file and how often it was run. */
export type Range = readonly [start: number, end: number, count: number]

export interface Report {
  /** The file that failed. */
  failed: string | null
  /** Errors that nobody caught, or what a failed test left behind: nothing more may run in this process. */
  spoiled: boolean
  /** CPU of the process with its threads, s. */
  cpu: number
  rssMb: number
  ranges: Record<string, Range[]>
}

interface Covered {
  result: {
    url: string
    functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]
  }[]
}

// The instance that was loaded first, whose URL has a query.
const hook = (await import(process.env['LINECARD_MUTANT_HOOK']!)) as typeof import('./hook.ts')

const session = new Session()
session.connect()
let covering = false

/** Calls of the inspector are answered at once. */
function ask<T>(method: string, params: object = {}): T {
  let answer: unknown
  session.post(method, params, (error, result) => {
    if (error) throw new Error(error.message)
    answer = result
  })
  return answer as T
}

function startCoverage(): void {
  if (!covering) {
    ask('Profiler.enable')
    ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }
  covering = true
  ask('Profiler.takePreciseCoverage')
}

function takeCoverage(number: number): Record<string, Range[]> {
  const end = mark(number)
  const { result } = ask<Covered>('Profiler.takePreciseCoverage')
  return Object.fromEntries(
    result
      .filter(({ url }) => url.endsWith(end))
      .map(({ url, functions }) => [
        relative(process.cwd(), fileURLToPath(url.slice(0, -end.length))),
        functions.flatMap(({ ranges }) =>
          ranges.map(({ startOffset, endOffset, count }): Range => [startOffset, endOffset, count]),
        ),
      ]),
  )
}

let uncaught = 0
// If the code under test listens too, the error is its business.
process.on('uncaughtException', error => {
  if (process.listenerCount('uncaughtException') > 1) return
  uncaught++
  console.error('nobody caught:', error)
})

const handles = () => process.getActiveResourcesInfo().filter(kind => kind !== 'Timeout').length

async function run({ change, tests, coverage }: Order): Promise<Report> {
  const [cpu, before, uncaughtBefore, folder] = [process.cpuUsage(), handles(), uncaught, process.cwd()]
  hook.setChange(change)
  const env = { ...process.env }
  if (coverage) startCoverage()
  let failed: string | null = null
  for (const test of tests) {
    const code = await runFile(pathToFileURL(test).href + mark(change.number), { bail: true }).catch(
      error => {
        console.error(error)
        return 1
      },
    )
    process.chdir(folder)
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
    Object.assign(process.env, env)
    if (code !== 0 || uncaught > uncaughtBefore) {
      failed = test
      break
    }
  }
  const used = process.cpuUsage(cpu)
  return {
    failed,
    spoiled: uncaught > uncaughtBefore || (failed !== null && handles() > before),
    cpu: (used.user + used.system) / 1e6,
    rssMb: process.memoryUsage.rss() / 1e6,
    ranges: coverage ? takeCoverage(change.number) : {},
  }
}

process.on('message', (order: Order) => void run(order).then(report => process.send!(report)))
// Without the tool nobody waits for the result.
process.on('disconnect', () => process.exit(0))
