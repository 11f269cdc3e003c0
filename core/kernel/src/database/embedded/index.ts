import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@linecard/plugin-kit'
import { StartError } from '../../start-error.ts'
import { isUnavailable } from '../errors.ts'
import { connectOnce, type PgClient } from '../pg.ts'
import { provideBinaries } from './binaries.ts'
import { isFree, openHome } from './home.ts'
import { findPostmaster } from './postmaster.ts'
import { endOfLog, initialise, launch, shutDown, SUPERUSER, syncToDisk } from './server.ts'

/** The PostgreSQL server of a data folder, shared by all processes that use the folder. */
export interface Embedded {
  url(): string
  /**
   * Finds the running server, or starts it (it recovers by itself what a crash left behind), and waits until
   * it answers.
   */
  ensure(): Promise<string>
  /** Takes part: this connection counts as one process that uses the server. */
  enter(client: PgClient): Promise<void>
  /** Takes leave: the last process stops the server, whoever had started it. */
  leave(client: PgClient): Promise<void>
}

/**
 * Advisory lock that every process of the data folder shares while it uses the server; exclusive for the one
 * that stops it.
 */
const IN_USE = 5_140_700

/**
 * Recovery after a crash reads the log since the last checkpoint; that may take a while, but not without end.
 */
const START_MS = 60_000

const pause = (ms: number) =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })

export async function findEmbedded(dataDir: string, log: Logger): Promise<Embedded> {
  const home = await openHome(dataDir, log)
  const binaries = await provideBinaries(home.account, home.shelter, log)
  let settled = false
  const url = (port = home.port) => `postgres://${SUPERUSER}:${home.password}@127.0.0.1:${port}/postgres`

  const answers = async (port: number) => {
    try {
      const client = await connectOnce(url(port), 2_000)
      await client.end()
      return true
    } catch (error) {
      if (isUnavailable(error)) return false
      throw new StartError(
        `the embedded PostgreSQL of ${home.data} refuses us: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      )
    }
  }

  const start = async () => {
    const made = await initialise(home, binaries)
    // A process that has handed out its URL must find the server where it was.
    if (!settled && !(await isFree(home.port))) await home.movePort()
    log.info(
      { data: home.data, port: home.port, user: home.account?.name, made },
      'starting the embedded PostgreSQL',
    )
    const server = await launch(home, binaries)
    if (made)
      syncToDisk(home, binaries).catch((error: unknown) =>
        log.warn({ err: error }, 'the new database could not be written to disk at once'),
      )
    return server
  }

  return {
    url,
    async ensure() {
      const deadline = Date.now() + START_MS
      let launched: Awaited<ReturnType<typeof launch>> | null = null
      for (let attempts = 0; Date.now() < deadline; await pause(40)) {
        const found = findPostmaster(home.data)
        if (found === 'stale') await rm(join(home.data, 'postmaster.pid'), { force: true })
        if (found && found !== 'stale') {
          if (!found.port || !(await answers(found.port))) continue
          home.port = found.port
          settled = true
          return url()
        }
        if (launched && !launched.ended) continue
        // Just after a crash the old server's children still hold its memory; another process may be starting
        // it too.
        if (attempts++ >= 4)
          throw new StartError(
            `the embedded PostgreSQL does not start (log ${home.log}):\n${launched?.error?.message ?? (await endOfLog(home.log))}`,
          )
        if (attempts > 1) await pause(150 * attempts)
        launched = await start()
      }
      throw new StartError(
        `the embedded PostgreSQL did not answer within ${START_MS / 1000} s (log ${home.log}):\n${await endOfLog(home.log)}`,
      )
    },
    async enter(client) {
      await client.query('select pg_advisory_lock_shared($1)', [IN_USE])
    },
    async leave(client) {
      try {
        await client.query('select pg_advisory_unlock_shared($1)', [IN_USE])
        const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [IN_USE])
        if (rows[0]?.['last'] !== true)
          return log.info('the embedded PostgreSQL goes on: another process uses it')
        await shutDown(home, binaries)
        log.info('the embedded PostgreSQL has stopped')
      } catch (error) {
        log.warn({ err: error }, 'the embedded PostgreSQL could not be stopped; the next start finds it')
      }
    },
  }
}
