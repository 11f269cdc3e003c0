import { readFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import { loadConfig } from './config/load.ts'
import type { Config } from './config/schema.ts'
import { createLog, type Pino } from './log/index.ts'
import { startSteps, type StartStep } from './start-steps.ts'
import { stopSteps, type StopSteps } from './stop-steps.ts'

export interface BootOptions {
  configFile?: string
  /** Instead of a file. */
  config?: object
  env?: NodeJS.ProcessEnv
  /** `command` opens no socket and runs no jobs. `serve` by default. */
  mode?: 'serve' | 'command'
  /** Refuses to start while a component that is on does not run. By default the others run without it. */
  strict?: boolean
  /** Plugins and drivers that come as objects and not as packages: for tests and examples. */
  plugins?: readonly Plugin[]
  drivers?: readonly Driver[]
  /** Packages that are always on. Linecard's core by default. */
  core?: readonly string[]
  /** Folders in which packages are looked up after that of the config: of the program that starts the kernel. */
  lookIn?: readonly string[]
  /** Where the log goes. By default stdout for a service, stderr for a command. */
  logTo?: DestinationStream
  /** Gives up a start that is under way. */
  signal?: AbortSignal
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
  serve: boolean
  log: Pino
  step: StartStep
  stop: StopSteps
}

/** Reads the config and opens the log. @throws StartError for a config that is wrong */
export function beginStart(options: BootOptions): Start {
  const env = options.env ?? process.env
  const serve = (options.mode ?? 'serve') === 'serve'
  const { config, dir, variables } = loadConfig({
    configFile: options.configFile,
    config: options.config,
    env,
  })
  // The output of a command is its answer.
  const level = !serve && config.log.level === 'info' ? 'warn' : config.log.level
  const log = createLog({ level, to: options.logTo ?? (serve ? 'stdout' : 'stderr') })
  return {
    options,
    config,
    dir,
    variables,
    env,
    serve,
    log,
    step: startSteps(log),
    stop: stopSteps(log, stopMs.all, options.onStop),
  }
}
