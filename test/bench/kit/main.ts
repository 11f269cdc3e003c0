/**
 * `npm run bench`: the list of all benches. `-- poll --switches 300`: one of them with other values than its own.
 * `-- poll --smoke`: its smoke run, which checks that it runs to its end and compares like with like.
 * `-- --smoke`: those of all, one on each core. `-- --gate`: the figures that must not slip (`gates`).
 *
 * A bench is a process of its own. Test worlds get a PostgreSQL of this run alone, unless LINECARD_TEST_POSTGRES
 * names one. Exit code 1: something is broken, not fair, or above its limit.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Outcome } from './bench.ts'
import { benchNames, benchOf } from './benches.ts'
import { processOf } from './processes.ts'
import { startTestServer } from '@linecard/test-kit/worlds/server'
import { startServer } from './server.ts'

/** A smoke run takes some seconds; this is for machines that have much else to do. */
const longestSmokeMs = 240_000
const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/linecard-tests')

interface Run {
  name: string
  outcome: Outcome
  seconds: number
}

/** CPU seconds of the ended children of this process, with theirs. */
const childrenCpu = (): number => (process.platform === 'linux' ? processOf(process.pid)!.endedSec : NaN)

/** `aside`: what it prints is printed when it has ended, because others run at the same time. */
async function runBench(name: string, smoke: boolean, given: object, aside = false): Promise<Run> {
  const started = performance.now()
  const child = fork(
    join(import.meta.dirname, 'child.ts'),
    [name, smoke ? 'smoke' : 'full', JSON.stringify(given)],
    {
      execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning', '--expose-gc'],
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
      stdio: ['ignore', aside ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    },
  )
  const printed = child.stdout ? text(child.stdout) : ''
  let outcome: Outcome | null = null
  child.on('message', told => {
    outcome = told as Outcome
  })
  let isLate = false
  const timer = setTimeout(
    () => {
      isLate = true
      child.kill('SIGKILL')
    },
    smoke ? longestSmokeMs : 2 ** 31 - 1,
  )
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(timer)
  process.stdout.write(await printed)
  const end = isLate ? `no end after ${longestSmokeMs / 1000} s` : `it ended with ${code ?? signal}`
  return {
    name,
    outcome: outcome ?? { same: [], faults: [end], leftOut: [] },
    seconds: (performance.now() - started) / 1000,
  }
}

function printOutcome({ name, outcome: { same, faults, leftOut }, seconds }: Run): void {
  for (const one of same) console.log(`  the same on both sides: ${one}`)
  for (const one of leftOut) console.log(`  LEFT OUT: ${one}`)
  for (const one of faults.slice(0, 20)) console.log(`  FAILED: ${one}`)
  if (faults.length > 20) console.log(`  FAILED: and ${faults.length - 20} more`)
  console.log(`  ${name}: ${seconds.toFixed(1)} s`)
}

function printSummary(runs: readonly Run[], seconds: number): void {
  console.log('')
  for (const { name, outcome } of runs)
    console.log(
      `${outcome.faults.length > 0 ? 'FAIL' : 'ok  '} ${name}` +
        (outcome.leftOut.length > 0 ? `, ${outcome.leftOut.length} left out` : ''),
    )
  const failed = runs.filter(({ outcome }) => outcome.faults.length > 0).length
  console.log(`\nsmoke runs in ${seconds.toFixed(0)} s, ${childrenCpu().toFixed(0)} s of CPU`)
  console.log(`${runs.length - failed} passed, ${failed} failed`)
}

/** The smoke runs of all benches, as many at the same time as there are cores. */
async function smokeAll(): Promise<Run[]> {
  const started = performance.now()
  const [queue, runs] = [[...benchNames()], [] as Run[]]
  const lane = async () => {
    for (let name = queue.shift(); name; name = queue.shift()) {
      const run = await runBench(name, true, {}, true)
      printOutcome(run)
      runs.push(run)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  printSummary(runs, (performance.now() - started) / 1000)
  return runs
}

async function oneBench(name: string, smoke: boolean, given: object): Promise<Run[]> {
  console.log(`\n${name}${smoke ? ', smoke run' : ''}`)
  const run = await runBench(name, smoke, given)
  printOutcome(run)
  console.log(`  ${childrenCpu().toFixed(1)} s of CPU`)
  return [run]
}

async function list(): Promise<void> {
  console.log(
    'npm run bench -- <name> [--smoke] [--<option> <value> …]; -- --smoke: all smoke runs; -- --gate\n',
  )
  for (const name of benchNames()) {
    const { summary, takes, needs = [], options } = await benchOf(name)
    console.log(`${name.padEnd(10)}${summary}`)
    const given = Object.entries(options).map(([option, { full }]) => `--${option} ${String(full)}`)
    const peers = needs.length > 0 ? [`compares with ${needs.join(', ')} if installed`] : []
    console.log(`${''.padEnd(10)}  ${[takes, ...peers, ...given].join('; ')}`)
  }
}

/** `--name value`, or `--name` alone for what is on or off. */
function givenIn(args: readonly string[]): Record<string, string | boolean> {
  const given: Record<string, string | boolean> = {}
  for (let at = 0; at < args.length; at++) {
    const name = /^--(.+)/.exec(args[at]!)?.[1]
    if (!name) throw new Error(`"${args[at]}" is no option: write --name value`)
    const next = args[at + 1]
    given[name] = next === undefined || next.startsWith('--') ? true : args[++at]!
  }
  return given
}

async function main(args: readonly string[]): Promise<number> {
  const rest = args.filter(one => one !== '--smoke' && one !== '--gate')
  const smoke = args.includes('--smoke')
  const name = args.includes('--gate') ? 'gates' : rest[0]?.startsWith('--') ? undefined : rest.shift()
  if (!name && !smoke) {
    await list()
    return 0
  }
  if (name) await benchOf(name)
  const given = givenIn(rest)
  if (!name && rest.length > 0) throw new Error('options are those of one bench: name it')
  // The server of the tests writes nothing down safely: its figures would not be those of an installation.
  const start = smoke ? startTestServer : startServer
  const server = process.env['LINECARD_TEST_POSTGRES'] ? null : await start()
  if (server) process.env['LINECARD_TEST_POSTGRES'] = server.url
  try {
    const runs = name ? await oneBench(name, smoke, given) : await smokeAll()
    return runs.some(({ outcome }) => outcome.faults.length > 0) ? 1 : 0
  } finally {
    await server?.stop()
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message)
  return 1
})
