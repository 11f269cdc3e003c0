import { sql } from '@linecard/plugin-kit/sql'
import type { Database, DatabaseOptions } from './database.ts'
import { findEmbedded, type Embedded } from './embedded/index.ts'
import { databasePlaceOf, unreachable } from './errors.ts'
import { checkNotNewer, migrate, revert } from './migrate.ts'
import { aloneOfAll, besideOthers } from './shared-turn.ts'
import { stateOf } from './state.ts'
import { openNotifications, type Notifications } from './notifications.ts'
import { openOrm } from './orm.ts'
import { emptyPool, type PoolView } from './pool.ts'
import { withTimeLimit } from '../time-limit.ts'
import { processName } from './process.ts'

export { causesOf, isOwn, isUnavailable, refusalOf } from './errors.ts'
export type { Database, DatabaseOptions } from './database.ts'
export type { DatabaseState } from './state.ts'

/** Time that queries have to end at a stop, in ms. */
const maxCloseMs = 2_000

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
    migrate: (plugin, migrations) => migrate(em(), plugin, migrations),
    checkNotNewer: known => checkNotNewer(em(), known),
    revert: (plugin, migrations) => revert(em(), plugin, migrations),
    ping: (timeoutMs = 2_000) =>
      withTimeLimit(timeoutMs, 'ping', sql`select 1`.execute(em().getKysely())).then(
        () => true,
        () => false,
      ),
    alone: (key, work) => aloneOfAll(em(), key, work),
    beside: besideOthers,
    state: () => stateOf(em, pool, 2_000),
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
