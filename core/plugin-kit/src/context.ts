import type { Readable } from 'node:stream'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Driver } from '@linecard/driver-kit'
import type { Events } from './events.ts'
import type { Logger } from './logger.ts'
import type { Processes } from './processes.ts'
import type { Services } from './services/index.ts'

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
  /** A service of a plugin that may be left out; null: it does not run. */
  find<N extends keyof Services>(name: N): Services[N] | null
}
