import type { Logger } from '@linecard/plugin-kit'
import type { PgClient } from '../pg.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'
import { shutDown } from './server.ts'

/**
 * Advisory lock that every process of the data folder holds shared while it uses the server. The process that
 * stops the server holds it alone.
 */
const inUseLock = 5_140_700

/** This connection counts as one process that uses the server. */
export async function enter(client: PgClient): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [inUseLock])
}

/** The last process that leaves stops the server, whichever process started it. */
export async function leave(client: PgClient, home: Home, binaries: Binaries, log: Logger): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [inUseLock])
    const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [inUseLock])
    if (rows[0]?.['last'] !== true)
      return log.info('the embedded PostgreSQL keeps running: another process uses it')
    await shutDown(home, binaries)
    log.info('the embedded PostgreSQL has stopped')
  } catch (error) {
    log.warn({ err: error }, 'the embedded PostgreSQL could not be stopped; the next start finds it')
  }
}
