import { readFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import { loadConfig } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { createLog, type Pino } from './log/index.ts'
import { withTimeLimit } from './time-limit.ts'

interface StopStep {
  what: string
  /** Longest time of this step, in ms. */
  ms: number
  run(): Promise<void> | void
}

/** What must be closed again, in the reverse order of its opening. */
interface StopSteps {
  /** After the stop has begun, as when a start is given up, the step runs at once. */
  push(step: StopStep): void
  /** Runs all steps, last first. A failure of one step does not keep the others from running. */
  run(): Promise<void>
}

/**
 * @param allMs longest time of all steps together; a step has at least 100 ms
 * @param onStep is told what is closed next
 */
export function stopSteps(log: Pino, allMs: number, onStep: (what: string) => void = () => {}): StopSteps {
  const steps: StopStep[] = []
  let deadline: number | null = null

  const end = async ({ what, ms, run }: StopStep) => {
    const start = performance.now()
    const limitMs = Math.min(ms, Math.max(100, deadline! - start))
    onStep(what)
    await withTimeLimit(limitMs, what, Promise.resolve().then(run)).catch((error: unknown) =>
      log.error({ err: error }, `stop: ${what}`),
    )
    log.info({ step: what, ms: Math.round(performance.now() - start) }, `stop: ${what}`)
  }
  return {
    push: step => {
      if (deadline === null) steps.push(step)
      else void end(step)
    },
    async run() {
      deadline = performance.now() + allMs
      for (const step of steps.splice(0).toReversed()) await end(step)
    },
  }
}

/** Runs one step of the start and logs its time. */
type StartStep = <T>(what: string, work: () => Promise<T> | T) => Promise<T>

/** `told` gets the steps that the log does not show: a person waits for them too. */
const startSteps =
  (log: Pino, told: (what: string, ms: number) => void = () => {}): StartStep =>
  async (what, work) => {
    const start = performance.now()
    const result = await work()
    const ms = Math.round(performance.now() - start)
    if (log.isLevelEnabled('info')) log.info({ step: what, ms }, `start: ${what}`)
    else told(what, ms)
    return result
  }

export type Mode = 'serve' | 'worker' | 'command'

export interface BootOptions {
  configFile?: string
  /** Instead of a file. */
  config?: object
  env?: NodeJS.ProcessEnv
  /**
   * `worker` takes work and runs jobs, without the API. `command` opens no socket and runs no jobs.
   * `serve` by default.
   */
  mode?: Mode
  /**
   * Words after `node` that start a worker of this installation. With them, a service starts as many workers
   * as its config says; without them, it does their work itself.
   */
  workerCommand?: readonly string[]
  /** Of a worker: its group, in place of that of the config. */
  workerGroup?: string
  /**
   * Of a worker: the port at which it answers `/metrics` and `/health/*`. Null or absent: it listens nowhere.
   */
  workerPort?: number | null
  /** Refuses to start while a component that is on does not run. By default the others run without it. */
  strict?: boolean
  /** Plugins and drivers that come as objects and not as packages: for tests and examples. */
  plugins?: readonly Plugin[]
  drivers?: readonly Driver[]
  /** Packages that are always on. Linecard's core by default. */
  core?: readonly string[]
  /**
   * Folders in which packages are looked up after that of the config: of the program that starts the kernel.
   */
  lookIn?: readonly string[]
  /** Where the log goes. By default stdout for a service, stderr for a command. */
  logTo?: DestinationStream
  /** Gives up a start that is under way. */
  signal?: AbortSignal
  /** Is told of each step of the start that ended and that the log does not show. */
  onStep?(what: string, ms: number): void
  /** Is told, at the stop, what is closed next. */
  onStop?(what: string): void
}

/** Longest time of a stop and of its steps, in ms. A step that takes longer shortens those after it. */
export const stopMs = { all: 8_500, requests: 4_000, jobs: 2_000, plugins: 2_000 }

export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/** What all steps of the start work with. */
export interface Start {
  options: BootOptions
  config: Config
  /** The folder from which package names are looked up first. */
  dir: string
  /** Variables that the config uses as placeholders. */
  variables: ReadonlySet<string>
  env: NodeJS.ProcessEnv
  mode: Mode
  /** It serves the API. */
  serve: boolean
  /** It runs jobs: a service or a worker, not a command. */
  lasts: boolean
  log: Pino
  step: StartStep
  stop: StopSteps
}

/** Reads the config and opens the log. @throws StartError for a config that is wrong */
export function beginStart(options: BootOptions): Start {
  const env = options.env ?? process.env
  const mode = options.mode ?? 'serve'
  const lasts = mode !== 'command'
  const { config, dir, variables } = loadConfig({
    configFile: options.configFile,
    config: options.config,
    env,
  })
  // The output of a command is its answer.
  const level = !lasts && config.log.level === 'info' ? 'warn' : config.log.level
  const log = createLog({ level, to: options.logTo ?? (lasts ? 'stdout' : 'stderr') })
  return {
    options,
    config,
    dir,
    variables,
    env,
    mode,
    serve: mode === 'serve',
    lasts,
    log,
    step: startSteps(log, options.onStep),
    stop: stopSteps(log, stopMs.all, options.onStop),
  }
}
