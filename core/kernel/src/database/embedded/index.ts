import type { Logger } from '@linecard/plugin-kit'
import { StartError } from '../../start-error.ts'
import { isUnavailable } from '../errors.ts'
import { connectOnce, type PgClient } from '../pg.ts'
import { provideBinaries, type Binaries } from './binaries.ts'
import { isFree, openHome, type Home } from './home.ts'
import { findPostmaster, removeStale } from './postmaster.ts'
import { endOfLog, initialise, launch, superuser, syncToDisk } from './server.ts'
import { enter, leave } from './use.ts'

/** The PostgreSQL server of a data folder, shared by all processes that use the folder. */
export interface Embedded {
  url(): string
  /**
   * Finds the running server or starts it, and waits until it answers. After a crash the server repairs its
   * data itself.
   */
  ensure(): Promise<string>
  /** This connection counts as one process that uses the server. */
  enter(client: PgClient): Promise<void>
  /** Ends the use. The last process stops the server, whichever process started it. */
  leave(client: PgClient): Promise<void>
}

/** Recovery after a crash reads the log since the last checkpoint, which may take a while. */
const maxStartMs = 60_000
const maxLaunches = 4

const pause = (ms: number) =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })

export const urlOf = ({ password }: Home, port: number) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`

/** Whether the server on this port answers. @throws StartError if it refuses the password */
async function answers(home: Home, port: number): Promise<boolean> {
  try {
    const client = await connectOnce(urlOf(home, port), 2_000)
    await client.end()
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`the embedded PostgreSQL of ${home.data} refuses this service: ${reason}`, {
      cause: error,
    })
  }
}

/** Starts the server, on another port if its own is taken and may change. */
async function startServer(home: Home, binaries: Binaries, mayMove: boolean, log: Logger) {
  const made = await initialise(home, binaries)
  if (mayMove && !(await isFree(home.port))) await home.movePort()
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

/** The port of the server that runs on the data directory. Null if none runs; 0 if it does not answer yet. */
async function runningPort(home: Home): Promise<number | null> {
  const found = findPostmaster(home.data)
  if (found === 'stale') removeStale(home.data)
  if (!found || found === 'stale') return null
  return found.port && (await answers(home, found.port)) ? found.port : 0
}

export async function findEmbedded(dataDir: string, log: Logger): Promise<Embedded> {
  const home = await openHome(dataDir, log)
  const binaries = await provideBinaries(home.account, home.shelter, log)
  // A process that has given out its URL must find the server on the same port again.
  let urlGiven = false

  const ensure = async (): Promise<string> => {
    const deadline = Date.now() + maxStartMs
    let launched: Awaited<ReturnType<typeof launch>> | null = null
    for (let launches = 0; Date.now() < deadline; await pause(40)) {
      const port = await runningPort(home)
      if (port) {
        home.port = port
        urlGiven = true
        return urlOf(home, port)
      }
      if (port === 0 || (launched && !launched.ended)) continue
      // Just after a crash the children of the old server hold its memory, or another process starts it.
      if (launches++ >= maxLaunches) {
        const reason = launched?.error?.message ?? (await endOfLog(home.log))
        throw new StartError(`the embedded PostgreSQL does not start (log ${home.log}):\n${reason}`)
      }
      if (launches > 1) await pause(150 * launches)
      launched = await startServer(home, binaries, !urlGiven, log)
    }
    const end = await endOfLog(home.log)
    throw new StartError(
      `the embedded PostgreSQL did not answer within ${maxStartMs / 1000} s (log ${home.log}):\n${end}`,
    )
  }

  return {
    url: () => urlOf(home, home.port),
    ensure,
    enter,
    leave: client => leave(client, home, binaries, log),
  }
}
