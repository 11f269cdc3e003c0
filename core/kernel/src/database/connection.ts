import type { Logger } from '@linecard/plugin-kit'
import { isUnavailable } from './errors.ts'
import { connectOnce, type PgClient } from './pg.ts'

const heartbeatMs = 15_000
const firstPauseMs = 100
const maxPauseMs = 5_000

interface ConnectionOptions {
  /** `application_name` of the connection. */
  name: string
  /** Runs before every connection and returns the URL. It may have to start the embedded server first. */
  prepare(): Promise<string>
  /** Runs on every new connection. */
  onConnect(client: PgClient): Promise<void>
  /** Called when a lost connection is back. */
  onReconnect(): void
  /** How often the first connection may fail because the server is starting or stopping. */
  attempts: number
  log: Logger
}

/** One lasting connection, which reconnects by itself. */
export interface LastingConnection {
  /** The connection. Null while it is lost. */
  client(): PgClient | null
  /** Closes it for good. `farewell` runs on the connection before. */
  stop(farewell?: (client: PgClient) => Promise<void>): Promise<void>
}

async function connectFirst(connect: () => Promise<void>, attempts: number): Promise<void> {
  try {
    await connect()
  } catch (error) {
    if (attempts <= 1 || !isUnavailable(error)) throw error
    await connectFirst(connect, attempts - 1)
  }
}

/** Opens the connection. @throws if the first connection fails */
export async function openConnection(options: ConnectionOptions): Promise<LastingConnection> {
  const { name, prepare, onConnect, onReconnect, attempts, log } = options
  let client: PgClient | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = await connectOnce(await prepare(), undefined, name)
    try {
      await onConnect(next)
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
    next.on('end', () => {
      if (client === next) onLost()
    })
    client = next
    beat()
  }
  const onLost = () => {
    client = null
    clearTimeout(timer)
    if (stopped) return
    log.warn('the connection to PostgreSQL was lost; reconnecting')
    retryAfter(firstPauseMs)
  }
  const retry = async (pauseMs: number) => {
    try {
      await connect()
    } catch (error) {
      const next = Math.min(pauseMs * 2, maxPauseMs)
      log.warn({ err: error }, `PostgreSQL does not answer yet; next try in ${next} ms`)
      if (!stopped) retryAfter(next)
      return
    }
    if (stopped) {
      client?.end().catch(() => undefined)
      return
    }
    log.info('the connection to PostgreSQL is back')
    onReconnect()
  }
  const retryAfter = (pauseMs: number) => {
    timer = setTimeout(retry, pauseMs, pauseMs)
  }
  // If the other end vanishes silently, only a query notices it soon. TCP alone waits for many minutes.
  const beat = () => {
    timer = setTimeout(() => {
      const asked = client
      asked?.query('select 1').then(
        () => {
          if (client === asked && !stopped) beat()
        },
        () => {
          asked.end().catch(() => undefined)
        },
      )
    }, heartbeatMs)
    timer.unref()
  }

  await connectFirst(connect, attempts)
  return {
    client: () => client,
    async stop(farewell) {
      stopped = true
      clearTimeout(timer)
      const last = client
      if (!last) return
      await farewell?.(last)
      await last.end()
    },
  }
}
