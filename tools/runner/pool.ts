import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { idleShares } from './cpu.ts'
import type { TestFile } from './files.ts'
import type { Ended } from './worker.ts'

/** What came of one file. */
export interface Outcome {
  file: string
  passed: number
  failed: number
  skipped: number
  seconds: number
  /** CPU seconds, its child processes included. */
  cpu: number
  output: string
  left: Readonly<Record<string, number>>
  /** Files that ran before it in the same process. */
  after: readonly string[]
}

export interface PoolOptions {
  /** At the same time, whatever else the machine does. */
  processes: number
  /** At the same time, as long as processors are idle. */
  most: number
  /** Share of the processors' time since the last call that nothing used. Default: of this machine. */
  idleShare?: () => number
  /** The longest time of one file, ms. Without it, a file that does not end would stop the whole run. */
  limitMs: number
  env: NodeJS.ProcessEnv
  ended(outcome: Outcome): void
}

/** A process gets another file up to this size, MB. Each world leaves code and garbage behind. */
const maxRssMb = 1_400

interface Process {
  child: ChildProcess
  output: string
  files: string[]
  /** Where the output of the current file begins. */
  from: number
  onExit: () => void
}

const alive = new Set<ChildProcess>()

/** Ends a process with all that its tests started. */
function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    // It has no group, or it has ended.
    child.kill('SIGKILL')
  }
}

let stopped = false

/** Ends everything that runs now, and starts nothing more. */
export function killAll(): void {
  stopped = true
  for (const child of alive) killGroup(child)
}

function startProcess(output: string, env: NodeJS.ProcessEnv): Process {
  const log = openSync(output, 'a')
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
    env,
    // A group of its own, so that it ends with all its children.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  alive.add(child)
  const started: Process = { child, output, files: [], from: 0, onExit: () => undefined }
  child.once('exit', () => {
    alive.delete(child)
    started.onExit()
  })
  return started
}

/** Counts of uvu's summary, against the exit code: a file that ends early or prints no summary has failed. */
function outcomeOf(of: Process, file: string, ended: Partial<Ended>, remark: string): Outcome {
  const text = readFileSync(of.output).subarray(of.from, ended.to).toString()
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((all, found) => all + Number(found[1]), 0)
  const [total, passed] = [sum(/^ {2}Total: +(\d+)/gm), sum(/^ {2}Passed: +(\d+)/gm)]
  const skipped = text.match(/^SKIPPED /gm)?.length ?? 0
  return {
    file,
    passed,
    skipped,
    failed: Math.max(total - passed, ended.code !== 0 || total + skipped === 0 ? 1 : 0),
    seconds: ended.seconds ?? 0,
    cpu: ended.cpu ?? 0,
    output: remark ? `${text}\n${remark}` : text,
    left: ended.left ?? {},
    after: of.files.slice(0, -1),
  }
}

/** Runs one file in a process. `usable`: another one may follow. */
async function runIn(
  of: Process,
  file: string,
  limitMs: number,
): Promise<{ outcome: Outcome; usable: boolean }> {
  const { child } = of
  const started = performance.now()
  of.files.push(file)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    killGroup(child)
  }, limitMs)
  const ended = new Promise<Ended | null>(done => {
    child.once('message', message => done(message as Ended))
    of.onExit = () => done(null)
  })
  child.send(resolve(file))
  const result = await ended
  clearTimeout(timer)
  child.removeAllListeners('message')
  of.onExit = () => undefined
  if (result) {
    const outcome = outcomeOf(of, file, result, '')
    of.from = result.to
    return { outcome, usable: result.usable && result.rssMb < maxRssMb }
  }
  const how = child.signalCode ?? `exit code ${child.exitCode}`
  const remark = timedOut
    ? `ended after ${limitMs / 1000} s, the longest time of a file`
    : `the process ended (${how}) before this file had`
  const seconds = (performance.now() - started) / 1000
  return { outcome: outcomeOf(of, file, { seconds }, remark), usable: false }
}

/** Ends a process that has nothing more to do. */
async function retire({ child }: Process): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.send('end', () => undefined)
  const timer = setTimeout(() => killGroup(child), 5_000)
  await exited
  clearTimeout(timer)
}

/** How often it looks at the processors, ms. */
const lookMs = 2_000
/** Idle share above which one process more starts, and below which one more than needed ends. */
const [quiet, busy] = [0.2, 0.05]

/**
 * Runs all files, several of them in one process one after another, in the given order. Many files wait for
 * most of their time, others never: processes are added while processors are idle.
 */
export async function runAll(files: readonly TestFile[], options: PoolOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-run-'))
  const queue = [...files]
  let count = 0
  const start = () => startProcess(join(folder, String(count++)), options.env)
  const idleShare = options.idleShare ?? idleShares()
  let idle = 0
  let working = 0
  /** The next file of a lane; null: the lane ends. */
  const nextFile = (): TestFile | null => {
    const next = stopped || (working > options.processes && idle < busy) ? null : (queue.shift() ?? null)
    if (!next) working--
    return next
  }
  const lane = async () => {
    let process: Process | null = null
    for (let next = nextFile(); next; next = nextFile()) {
      const of: Process = next.alone ? start() : (process ??= start())
      const { outcome, usable } = await runIn(of, next.path, options.limitMs)
      options.ended(outcome)
      if (usable && !next.alone) continue
      await retire(of)
      if (of === process) process = null
    }
    if (process) await retire(process)
  }
  const lanes = new Set<Promise<void>>()
  const begin = () => {
    working++
    const begun: Promise<void> = lane().finally(() => lanes.delete(begun))
    lanes.add(begun)
  }
  for (let n = 0; n < options.processes; n++) begin()
  const looks = setInterval(() => {
    idle = idleShare()
    if (idle > quiet && queue.length > 0 && working < options.most) begin()
  }, lookMs)
  try {
    while (lanes.size > 0) await Promise.race(lanes)
  } finally {
    clearInterval(looks)
  }
  rmSync(folder, { recursive: true, force: true })
}
