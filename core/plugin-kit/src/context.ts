import type { Readable } from 'node:stream'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Driver } from '@linecard/driver-kit'
import type { Logger } from './logger.ts'
import type { Processes } from './processes.ts'
import type { Services } from './services/index.ts'

/**
 * Event of this process after drivers were switched on or off. `Context.drivers` is up to date. Rebuild what
 * was made from the list, for example an index.
 */
export const driversChanged = 'kernel.drivers'

/**
 * Event of this process after components were switched on or off, before the API has their operations.
 * `installation.permissions()` is up to date.
 */
export const componentsChanged = 'kernel.components'

/**
 * Events within a process and, by `broadcast`, within the installation. They are not stored: a process that
 * does not run, or has lost its connection to the database, misses them.
 */
export interface Events {
  /**
   * Tells every subscriber of this process. Call it after the commit. A failing subscriber is logged and does
   * not affect the others.
   */
  emit(name: string, payload: unknown): void
  /**
   * Tells every process of the installation, also this one, with PostgreSQL's NOTIFY. The payload must be
   * below 8000 bytes as JSON.
   */
  broadcast(name: string, payload: unknown): Promise<void>
  /**
   * Subscribes to events of a name, and returns the function that ends this: call it in `stop`, nobody else
   * does. Nobody waits for a handler: it may run for several events at a time.
   */
  on(name: string, handler: (payload: unknown) => void | Promise<void>): () => void
}

/** What a plugin gets from the kernel. It never gets the Fastify root. */
export interface Context<Config = unknown> {
  readonly id: string
  readonly config: Config
  /** A new entity manager. Use one for each unit of work. */
  em(): SqlEntityManager
  /**
   * `copy <table> (…) from stdin` in one statement, for many rows at once: all of them or none. `body` has
   * them in the format that the statement names.
   * @throws the error of the database; `isDatabaseOutage` says whether the same rows may succeed later
   */
  copyIn(statement: string, body: Readable): Promise<void>
  /** The drivers that run now, see `driversChanged`. */
  readonly drivers: readonly Driver[]
  readonly events: Events
  readonly processes: Processes
  readonly log: Logger
  /** The present time of this machine. Tests may replace it. The database has a clock of its own. */
  readonly clock: () => Date
  /** Seals and opens secrets with AES-256-GCM. The sealed text names its key, so that keys can rotate. */
  readonly vault: {
    /** The same text is sealed to another one each time. */
    seal(plain: string): string
    /** @throws ApiError VAULT_KEY_UNKNOWN, VAULT_TAMPERED, VAULT_FORMAT; none has the text in its message */
    open(sealed: string): string
  }
  /** Folder for the plugin's own files, inside the data folder. The plugin creates it. */
  readonly folder: string
  /** Offers a service to other plugins under a name. A name can be offered once. Call it in `setup`. */
  provide<N extends keyof Services>(name: N, service: Services[N]): void
  /** A service of another plugin. @throws ApiError UNAVAILABLE while that plugin is off or failed */
  use<N extends keyof Services>(name: N): Services[N]
}
