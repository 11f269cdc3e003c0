/**
 * Runs the test files of the repository, several in one process, and ends with `N passed, N failed,
 * N skipped`.
 *
 * - `npm test`: what a commit needs. `npm run test:all`: every file; with `--rest` those that `npm test`
 *   leaves out.
 * - `npm test -- plugins/links drivers/zte`: the files with one of these texts in their path, of every level.
 * - `npm test -- --changed`: those that load what differs from main.
 * - `--limit=600`: the longest time of one file, s. `--processes=4`: so many processes at the same time. By
 *   default there are two more than cores, and more of them while processors are idle.
 * - `LINECARD_SHARD=1/3`: one of three parts. `LINECARD_TEST_POSTGRES`: URL of a server to use, as superuser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readRepository } from '../repository.ts'
import { changedPaths, concerned } from './changed.ts'
import { cpuSeconds } from './cpu.ts'
import { longestFirst, shardOf, testFilesOf, type TestFile } from './files.ts'
import { loadsOf } from './graph.ts'
import { killAll, runAll, type Outcome } from './pool.ts'
import { printEnd, printOutcome } from './report.ts'

/** Compiled modules, for the processes of a run and for those that tests start. */
const compileCache = resolve('node_modules/.cache/linecard-tests')
const timesFile = resolve('node_modules/.cache/linecard-test-times.json')

/** Memory of one process that has run many files, with what it starts. */
const processBytes = 2e9
const fitting = (count: number) => Math.max(1, Math.min(count, Math.floor(totalmem() / processBytes)))
/** Tests often wait for sockets, servers and child processes: more processes than cores. */
const cores = availableParallelism()
const [least, most] = [fitting(cores + 2), fitting(cores * 4)]

const { values: options, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    limit: { type: 'string', default: '900' },
    processes: { type: 'string' },
  },
})

async function chosen(): Promise<TestFile[]> {
  const repository = await readRepository()
  const loads = loadsOf(repository)
  const every = testFilesOf(repository, loads)
  const isWanted = ({ level }: TestFile) =>
    options.rest ? level === 'full' : options.all || parts.length > 0 || level === 'commit'
  const ofLevel = every.filter(isWanted)
  const named =
    parts.length > 0 ? ofLevel.filter(({ path }) => parts.some(part => path.includes(part))) : ofLevel
  const wanted = options.changed ? concerned(named, loads, changedPaths()) : named
  const shard = process.env['LINECARD_SHARD']
  return shard ? shardOf(wanted, shard) : wanted
}

/** Seconds of each file in earlier runs; empty at first. */
function readTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** One server for the run, if any file may need it and none is given. */
async function serverFor(files: readonly TestFile[]): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (process.env['LINECARD_TEST_POSTGRES'] || !files.some(({ database }) => database)) return null
  const { startTestServer } = await import('@linecard/test-kit/worlds/server')
  return startTestServer()
}

async function main(): Promise<number> {
  const files = await chosen()
  if (files.length === 0 && options.changed) {
    console.log('no test loads what has changed\n\n0 passed, 0 failed, 0 skipped')
    return 0
  }
  const started = performance.now()
  const outcomes: Outcome[] = []
  const times = readTimes()
  const server = await serverFor(files)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      killAll()
      void Promise.resolve(server?.stop()).then(() => process.exit(130))
    })
  await runAll(longestFirst(files, times), {
    processes: Number(options.processes ?? least),
    most: Number(options.processes ?? most),
    limitMs: Number(options.limit) * 1000,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      ...(server && { LINECARD_TEST_POSTGRES: server.url }),
    },
    ended(outcome) {
      outcomes.push(outcome)
      times[outcome.file] = Math.round(outcome.seconds * 10) / 10
      printOutcome(outcome)
    },
  })
  await server?.stop()
  mkdirSync(dirname(timesFile), { recursive: true })
  writeFileSync(timesFile, JSON.stringify(times))
  return printEnd(outcomes, (performance.now() - started) / 1000, cpuSeconds())
}

process.exit(await main())
