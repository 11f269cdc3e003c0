import type { Readable } from 'node:stream'
import type { EntitySchema } from '@mikro-orm/core'
import type { MikroORM, SqlEntityManager } from '@mikro-orm/postgresql'
import { sql } from '@linecard/plugin-kit/sql'
import type { Logger, Migration, ProcessInfo } from '@linecard/plugin-kit'
import { findEmbedded, type Embedded } from './embedded/index.ts'
import { databasePlaceOf, unreachable } from './errors.ts'
import { migrate, revert } from './migrate.ts'
import { openNotifications, type Notifications } from './notifications.ts'
import { openOrm } from './orm.ts'
import { emptyPool, type PoolFigures, type PoolView } from './pool.ts'
import { withTimeLimit } from '../time-limit.ts'
import { processName } from './process.ts'

export { isOwn, isUnavailable } from './errors.ts'

/** Time that queries have to end at a stop, in ms. */
const maxCloseMs = 2_000

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
  /** Reverts a plugin's applied migrations, last first, in one transaction. Returns their names. */
  revert(plugin: string, migrations: readonly Migration[]): Promise<string[]>
  /** `copy … from stdin` on a connection of the pool. It waits for a free one like a query. */
  copyIn(statement: string, body: Readable): Promise<void>
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

/** The lasting connection of this process. With the embedded server it also counts who uses the server. */
const openProcessConnection = (
  { url, mode = 'command', log }: DatabaseOptions,
  embedded: Embedded | null,
): Promise<Notifications> =>
  openNotifications({
    name: processName(mode),
    prepare: async () => (embedded ? embedded.ensure() : url!),
    onConnect: async client => {
      await embedded?.enter(client)
    },
    attempts: embedded ? 5 : 1,
    log,
  }).catch((error: unknown) => {
    throw embedded ? error : unreachable(url!, error)
  })

/**
 * Opens the database.
 * @throws StartError, one line with host and port (never the password), or with the end of the embedded
 *   server's log
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, dataDir, log } = options
  const embedded = url === null ? await findEmbedded(dataDir, log) : null
  if (url !== null) databasePlaceOf(url)
  const notifications = await openProcessConnection(options, embedded)
  const closeNotifications = () => notifications.stop(client => embedded?.leave(client) ?? Promise.resolve())
  const clientUrl = embedded?.url() ?? url!
  let pool: PoolView = emptyPool
  const orm = await openOrm(clientUrl, options, created => {
    pool = created
  }).catch(async (error: unknown) => {
    await closeNotifications()
    throw error
  })
  const em = () => orm.em.fork()

  return {
    url: clientUrl,
    orm,
    em,
    embedded: embedded !== null,
    pool: () => pool.figures(),
    async copyIn(statement, body) {
      // The pool is created at the first query.
      if (pool === emptyPool) await sql`select 1`.execute(em().getKysely())
      await pool.copyIn(statement, body)
    },
    migrate: (plugin, migrations) => migrate(em(), plugin, migrations, log),
    revert: (plugin, migrations) => revert(em(), plugin, migrations),
    ping: (timeoutMs = 2_000) =>
      withTimeLimit(timeoutMs, 'ping', sql`select 1`.execute(em().getKysely())).then(
        () => true,
        () => false,
      ),
    listen: (channel, onNotification, onReconnect) =>
      notifications.subscribe(channel, { onNotification, onReconnect }),
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(em().getKysely())
    },
    async stop() {
      await withTimeLimit(maxCloseMs, 'close', orm.close(true)).catch((error: unknown) => {
        log.warn({ err: error, ...pool.figures() }, 'queries did not end: their connections are cut')
        pool.cut()
      })
      await closeNotifications()
    },
  }
}
