import type { EntitySchema } from '@mikro-orm/core'
import type { Pool } from 'pg'
import { MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql'
import type { Logger, Migration, ProcessInfo } from '@linecard/plugin-kit'
import { findEmbedded } from './embedded/index.ts'
import { placeOf, unreachable } from './errors.ts'
import { openLink } from './link.ts'
import { migrate, revert } from './migrate.ts'
import { applicationName } from './pg.ts'
import { processName } from './process.ts'

export { isUnavailable } from './errors.ts'

export interface Database {
  /** With its password: never log it. */
  readonly url: string
  readonly orm: MikroORM
  /** A fresh entity manager: one per unit of work. */
  em(): SqlEntityManager
  /**
   * Applies a plugin's pending migrations in list order, in one transaction. Returns their names. Throws
   * StartError naming the migration.
   */
  migrate(plugin: string, migrations: readonly Migration[]): Promise<string[]>
  /** Takes back a plugin's applied migrations, last first, in one transaction. */
  revert(plugin: string, migrations: readonly Migration[]): Promise<string[]>
  /** Whether the database answers within `timeoutMs` (2000). Never throws. */
  ping(timeoutMs?: number): Promise<boolean>
  readonly embedded: boolean
  /** Connections of the pool as they are now. */
  pool(): { used: number; idle: number; waiting: number }
  /**
   * PostgreSQL LISTEN on one connection that reconnects by itself. What is said while it is lost is not
   * heard: `reconnected` is where a state that follows notifications is read anew. Returns how to stop
   * listening.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    reconnected?: () => void,
  ): Promise<() => Promise<void>>
  notify(channel: string, payload: string): Promise<void>
  /** Closes all connections; the embedded server stops too unless another process still uses it. */
  stop(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`; null starts the embedded server in the data folder. */
  url: string | null
  dataDir: string
  entities: readonly EntitySchema[]
  log: Logger
  /** As other processes see this one; a command unless said. */
  mode?: ProcessInfo['mode']
}

/**
 * Connections of one process; what does not get one within ACQUIRE_MS fails as unavailable instead of
 * queueing up.
 */
const POOL_SIZE = 15
const ACQUIRE_MS = 3_000
const STATEMENT_MS = 30_000

/**
 * Opens the database.
 * @throws StartError, one line with host and port (never the password), or with the end of the embedded
 *   server's log
 */
export async function openDatabase({
  url,
  dataDir,
  entities,
  log,
  mode = 'command',
}: DatabaseOptions): Promise<Database> {
  const embedded = url === null ? await findEmbedded(dataDir, log) : null
  if (url !== null) placeOf(url)
  const link = await openLink({
    name: processName(mode),
    prepare: async () => (embedded ? embedded.ensure() : url!),
    greet: async client => {
      await embedded?.enter(client)
    },
    attempts: embedded ? 5 : 1,
    log,
  }).catch((error: unknown) => {
    throw embedded ? error : unreachable(url!, error)
  })
  const clientUrl = embedded?.url() ?? url!
  let pool: Pool | null = null
  const orm = await MikroORM.init({
    clientUrl,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    colors: false,
    logger: message => log.debug(message),
    driverOptions: {
      // The URL as it is: MikroORM takes it to pieces and would lose sslmode and the like.
      connectionString: clientUrl,
      application_name: applicationName,
      onPoolCreated: (made: Pool) => {
        pool = made
      },
      max: POOL_SIZE,
      connectionTimeoutMillis: ACQUIRE_MS,
      idleTimeoutMillis: 30_000,
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_MS,
      keepAlive: true,
    },
  }).catch(async (error: unknown) => {
    await link.stop(client => embedded?.leave(client) ?? Promise.resolve())
    throw error
  })
  const em = () => orm.em.fork()

  return {
    url: clientUrl,
    orm,
    em,
    embedded: embedded !== null,
    pool: () =>
      pool
        ? { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }
        : { used: 0, idle: 0, waiting: 0 },
    migrate: (plugin, migrations) => migrate(em(), plugin, migrations, log),
    revert: (plugin, migrations) => revert(em(), plugin, migrations),
    async ping(timeoutMs = 2_000) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<boolean>(resolve => {
        timer = setTimeout(resolve, timeoutMs, false)
      })
      const answer = em()
        .execute('select 1')
        .then(
          () => true,
          () => false,
        )
      return Promise.race([answer, late]).finally(() => clearTimeout(timer))
    },
    listen: (channel, heard, reconnected) => link.subscribe(channel, { heard, reconnected }),
    async notify(channel, payload) {
      await em().execute('select pg_notify(?, ?)', [channel, payload])
    },
    async stop() {
      await orm.close(true)
      await link.stop(client => embedded?.leave(client) ?? Promise.resolve())
    },
  }
}
