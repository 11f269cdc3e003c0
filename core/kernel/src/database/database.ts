import type { Readable } from 'node:stream'
import type { EntitySchema } from '@mikro-orm/core'
import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql'
import type { Logger, Migration, ProcessInfo } from '@linecard/plugin-kit'
import type { PoolFigures } from './pool.ts'
import type { MigrationSets } from './standing.ts'
import type { DatabaseState } from './state.ts'

/** The database of the installation, as the kernel uses it. */
export interface Database {
  /** Contains the password: never log it. */
  readonly url: string
  readonly orm: MikroORM
  /** A fresh entity manager: one per unit of work. */
  em(): SqlEntityManager
  /**
   * Applies a plugin's pending migrations in list order, in one transaction. Returns their names.
   * @throws StartError naming the migration
   */
  migrate(plugin: string, migrations: readonly Migration[]): Promise<string[]>
  /**
   * Changes nothing.
   * @throws StartError if a newer version has applied migrations that are not among these
   */
  checkNotNewer(known: MigrationSets): Promise<void>
  /** Reverts a plugin's applied migrations, last first, in one transaction. Returns their names. */
  revert(plugin: string, migrations: readonly Migration[]): Promise<string[]>
  /** `copy … from stdin` on a connection of the pool. It waits for a free one like a query. */
  copyIn(statement: string, body: Readable): Promise<void>
  /** Work while nobody in any process does other work `alone` or `beside` with this key. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Work whose transactions are before or after all work `alone` with this key. */
  beside<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether it answers and takes changes. It may take 2 s. Never throws. */
  state(): Promise<DatabaseState>
  /** Whether the database answers within `timeoutMs` (2000 by default). Never throws. */
  ping(timeoutMs?: number): Promise<boolean>
  readonly embedded: boolean
  /** Connections of the pool now, and queries that wait for one. */
  pool(): PoolFigures
  /**
   * PostgreSQL LISTEN on one connection that reconnects by itself. Notifications are missed while it is lost:
   * in `onReconnect` a state that follows notifications is read again. Returns the function that stops
   * listening.
   */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>
  notify(channel: string, payload: string): Promise<void>
  /**
   * Closes all connections. Those whose queries do not end soon are cut. The embedded server stops too if no
   * other process uses it.
   */
  stop(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`; null starts the embedded server in the data folder. */
  url: string | null
  dataDir: string
  entities: readonly EntitySchema[]
  log: Logger
  /** How other processes see this one. `command` by default. */
  mode?: ProcessInfo['mode']
}
