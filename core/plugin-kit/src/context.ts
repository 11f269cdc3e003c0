import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Driver } from '@linecard/driver-kit'
import type { Services } from './services/index.ts'

export interface Logger {
  debug(fields: object | string, message?: string): void
  info(fields: object | string, message?: string): void
  warn(fields: object | string, message?: string): void
  error(fields: object | string, message?: string): void
}

/**
 * Event of this process after drivers went on or off: `Context.drivers` is as it is now; whoever made an
 * index of them makes it anew.
 */
export const DRIVERS_CHANGED = 'kernel.drivers'

/**
 * Event of this process after components went on or off, before the API has their operations:
 * `installation.permissions()` is as it is now.
 */
export const COMPONENTS_CHANGED = 'kernel.components'

export interface Events {
  /**
   * Tells every subscriber of this process; call after the commit. A failing subscriber is logged and harms
   * nobody.
   */
  emit(name: string, payload: unknown): void
  /**
   * Tells every process of the installation, this one included (PostgreSQL NOTIFY; payload below 8000 bytes
   * as JSON).
   */
  broadcast(name: string, payload: unknown): Promise<void>
  on(name: string, handler: (payload: unknown) => void | Promise<void>): () => void
}

/** What a plugin receives. Never the Fastify root. */
export interface Context<Config = unknown> {
  readonly id: string
  readonly config: Config
  /** A fresh entity manager: one per unit of work. */
  em(): SqlEntityManager
  /** Those that run now; see DRIVERS_CHANGED. */
  readonly drivers: readonly Driver[]
  readonly events: Events
  readonly log: Logger
  readonly clock: () => Date
  /** Seals and opens secrets with AES-256-GCM; the sealed text names its key, so that keys can rotate. */
  readonly vault: { seal(plain: string): string; open(sealed: string): string }
  /** Folder for files of its own, inside the data folder. Whoever needs it makes it. */
  readonly folder: string
  /** Offers a service to other plugins under its name; a name can be offered once. Call in `setup`. */
  provide<N extends keyof Services>(name: N, service: Services[N]): void
  /** A service of another plugin. Throws UNAVAILABLE when its plugin is off or failed. */
  use<N extends keyof Services>(name: N): Services[N]
}
