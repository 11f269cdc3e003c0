import { fork, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hookUrl } from './hook.ts'
import type { Order, Report } from './worker.ts'

/** What came of an order. `stuck`: it used up its CPU or its time, and its process was ended. */
export type Result = (Report & { stuck: false }) | { stuck: true; failed: null }

export interface Limits {
  /** CPU of the process, s. */
  cpu: number
  /** Time, s, for what waits for ever without any CPU. */
  seconds: number
}

/** A process gets another mutant up to this size, MB: the modules of the earlier ones stay in it. */
const maxRssMb = 900
const pollMs = 200

interface Process {
  child: ChildProcess
  /** Orders that it has carried out. */
  count: number
}

const alive = new Set<ChildProcess>()

function kill(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

export function killAll(): void {
  for (const child of alive) kill(child)
}

/** CPU seconds of another process; 0 where the system does not say. */
function cpuOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return 0
  }
}

/** A place in which one process at a time works; the next one starts when it is needed. */
export interface Lane {
  run(order: Order, limits: Limits): Promise<{ result: Result; fresh: boolean }>
  /** A file for what other processes and threads note. */
  notes: string
  /** Ends the process, if there is one. */
  renew(): void
}

export function openLane(log: string, env: NodeJS.ProcessEnv): Lane {
  const changeFile = `${log}.json`
  let current: Process | null = null
  const start = (): Process => {
    const output = openSync(log, 'a')
    const hook = hookUrl(changeFile, process.pid)
    const child = fork(join(import.meta.dirname, 'worker.ts'), {
      // Threads inherit these, and child processes NODE_OPTIONS.
      execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning', `--import=${hook}`],
      env: {
        ...env,
        NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} --import=${hook}`,
        NODE_COMPILE_CACHE: resolve('node_modules/.cache/linecard-tests'),
        LINECARD_MUTANT_HOOK: hook,
      },
      // A group of its own, so that it ends with all its children.
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    })
    closeSync(output)
    alive.add(child)
    child.once('exit', () => alive.delete(child))
    return { child, count: 0 }
  }
  const renew = () => {
    if (current) kill(current.child)
    current = null
  }
  return {
    notes: `${log}.notes`,
    renew,
    async run(order, limits) {
      writeFileSync(changeFile, JSON.stringify(order.change))
      const { child } = (current ??= start())
      const fresh = current.count++ === 0
      const [cpu, started] = [cpuOf(child.pid!), performance.now()]
      const result = await new Promise<Result>(done => {
        const end = (came: Result) => {
          clearInterval(timer)
          child.removeAllListeners('message')
          child.removeListener('exit', gone)
          done(came)
        }
        // A process that ends by itself has failed.
        const gone = () =>
          end({ failed: 'the process ended', spoiled: true, cpu: 0, rssMb: 0, ranges: {}, stuck: false })
        const timer = setInterval(() => {
          const seconds = (performance.now() - started) / 1000
          if (cpuOf(child.pid!) - cpu > limits.cpu || seconds > limits.seconds)
            end({ stuck: true, failed: null })
        }, pollMs)
        child.once('message', report => end({ ...(report as Report), stuck: false }))
        child.once('exit', gone)
        child.send(order)
      })
      if (result.stuck || result.spoiled || result.rssMb > maxRssMb) renew()
      return { result, fresh }
    },
  }
}
