import { spawn, type ChildProcess } from 'node:child_process'
import { writeCompiled } from '../compile-cache.ts'
import { doubling } from '@linecard/plugin-kit/concurrency'
import type { Start } from '../start.ts'
import { askFigures } from './figures.ts'

/** Pause before a worker that died is started again, in ms. It doubles while workers die young. */
const [firstPauseMs, maxPauseMs] = [1_000, 60_000]
/** A worker that lived for so long died of something new, in ms. */
const oldMs = 300_000
/** Time that a worker has to end by itself, in ms. */
const endMs = 3_500

/** The workers of a service. */
export interface Workers {
  stop(): Promise<void>
  /** Prometheus text by the number of the worker, of those that answer within a second. */
  figures(): Promise<ReadonlyMap<number, string>>
}

/**
 * Starts the workers of a service, and starts those again that die. They end with the service: at its stop,
 * and also when it is killed, because each of them watches the channel to it.
 */
export function startWorkers({ options, config, env, log }: Start): Workers {
  const running = new Map<ChildProcess, number>()
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false

  const launch = (number: number, pauses = doubling(firstPauseMs, maxPauseMs)) => {
    if (stopped) return
    const started = performance.now()
    const child = spawn(process.execPath, [...process.execArgv, ...options.workerCommand!], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    running.set(child, number)
    log.info({ worker: number, pid: child.pid }, 'a worker starts')
    const onEnd = (why: object) => {
      if (!running.delete(child) || stopped) return
      if (performance.now() - started > oldMs) pauses.reset()
      const ms = pauses.next()
      log.warn({ worker: number, pid: child.pid, ...why, again_in_ms: ms }, 'a worker ended; another starts')
      const timer = setTimeout(() => {
        timers.delete(timer)
        launch(number, pauses)
      }, ms)
      timers.add(timer)
    }
    child.on('error', error => onEnd({ err: error }))
    child.on('exit', (code, signal) => onEnd({ code, signal }))
  }
  // They load what this process has loaded.
  writeCompiled()
  for (let number = 1; number <= config.workers.processes; number++) launch(number)

  const stop = async () => {
    stopped = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(
      [...running.keys()].map(
        child =>
          new Promise<void>(resolve => {
            const timer = setTimeout(() => child.kill('SIGKILL'), endMs)
            child.once('exit', () => {
              clearTimeout(timer)
              resolve()
            })
            child.kill('SIGTERM')
          }),
      ),
    )
  }

  return {
    stop,
    async figures() {
      const asked = await Promise.all(
        [...running].map(async ([child, number]) => [number, await askFigures(child)] as const),
      )
      return new Map(asked.flatMap(([number, text]) => (text === null ? [] : [[number, text]])))
    },
  }
}
