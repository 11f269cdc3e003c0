import type { Logger } from '@linecard/plugin-kit'
import { type PgClient, connectOnce } from './pg.ts'
import { isUnavailable } from './errors.ts'
import { doubling } from '@linecard/plugin-kit/concurrency'

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
interface LastingConnection {
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
async function openConnection(options: ConnectionOptions): Promise<LastingConnection> {
  const { name, prepare, onConnect, onReconnect, attempts, log } = options
  let client: PgClient | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const pauses = doubling(firstPauseMs, maxPauseMs)

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
    retryLater(pauses.next())
  }
  const retry = async () => {
    try {
      await connect()
    } catch (error) {
      const ms = pauses.next()
      log.warn({ err: error }, `PostgreSQL does not answer yet; next try in ${ms} ms`)
      if (!stopped) retryLater(ms)
      return
    }
    pauses.reset()
    if (stopped) {
      client?.end().catch(() => undefined)
      return
    }
    log.info('the connection to PostgreSQL is back')
    onReconnect()
  }
  const retryLater = (ms: number) => {
    timer = setTimeout(retry, ms)
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

interface Subscriber {
  onNotification(payload: string): void
  /** Called after the connection was lost: notifications of that time were missed. */
  onReconnect?(): void
}

/** PostgreSQL LISTEN on one lasting connection, by which other processes also see this one. */
export interface Notifications {
  /** Returns the function that unsubscribes. */
  subscribe(channel: string, subscriber: Subscriber): Promise<() => Promise<void>>
  /** `farewell` runs on the connection before it is closed. */
  stop(farewell?: (client: PgClient) => Promise<void>): Promise<void>
}

interface NotificationOptions {
  name: string
  prepare(): Promise<string>
  onConnect(client: PgClient): Promise<void>
  attempts: number
  log: Logger
}

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`

/** Opens the connection. @throws if the first connection fails */
export async function openNotifications(options: NotificationOptions): Promise<Notifications> {
  const { log } = options
  const subscribers = new Map<string, Set<Subscriber>>()

  const deliver = ({ channel, payload = '' }: { channel: string; payload?: string }) => {
    for (const subscriber of subscribers.get(channel) ?? []) {
      try {
        subscriber.onNotification(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'a handler of a notification failed')
      }
    }
  }

  const connection = await openConnection({
    ...options,
    // LISTEN belongs to a connection, so the pool and Kysely cannot carry it.
    async onConnect(client) {
      await options.onConnect(client)
      for (const channel of subscribers.keys()) await client.query(`listen ${quoted(channel)}`)
      client.on('notification', deliver)
    },
    onReconnect() {
      for (const set of subscribers.values()) for (const subscriber of set) subscriber.onReconnect?.()
    },
  })
  let stopped = false

  return {
    async subscribe(channel, subscriber) {
      const set = subscribers.get(channel) ?? new Set()
      subscribers.set(channel, set.add(subscriber))
      // While the connection is lost, its reconnection listens.
      if (set.size === 1) await connection.client()?.query(`listen ${quoted(channel)}`)
      return async () => {
        if (!set.delete(subscriber) || set.size > 0) return
        subscribers.delete(channel)
        if (!stopped) await connection.client()?.query(`unlisten ${quoted(channel)}`)
      }
    },
    stop(farewell) {
      stopped = true
      return connection.stop(farewell)
    },
  }
}
