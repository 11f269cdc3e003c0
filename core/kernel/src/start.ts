import { readFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import { loadConfig } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { createLog, type Pino } from './log/index.ts'
import { startSteps, type StartStep } from './start-steps.ts'
import { stopSteps, type StopSteps } from './stop-steps.ts'

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
