import type { Logger } from '@linecard/plugin-kit'
import { isUnavailable } from './errors.ts'
import { connectOnce, type PgClient } from './pg.ts'

const HEARTBEAT_MS = 15_000
const LONGEST_PAUSE_MS = 5_000

interface Subscriber {
  heard(payload: string): void
  reconnected?(): void
}

/**
 * One connection that stays: it carries LISTEN, tells other processes that we are here, and comes back by
 * itself.
 */
export interface Link {
  /** The connection, null while it is lost. */
  client(): PgClient | null
  subscribe(channel: string, subscriber: Subscriber): Promise<() => Promise<void>>
  /** `farewell` runs on the connection before it closes; what it ends does not come back. */
  stop(farewell?: (client: PgClient) => Promise<void>): Promise<void>
}

const quoted = (channel: string) => `"${channel.replaceAll('"', '""')}"`

interface LinkOptions {
  /** Name of the connection for whoever looks at the server. */
  name: string
  /**
   * Runs before every connection and gives the URL: the embedded server is started there again when it is
   * gone.
   */
  prepare(): Promise<string>
  /** Runs on every new connection, before LISTEN. */
  greet(client: PgClient): Promise<void>
  /** How often the first connection may fail because the server is just going or coming. */
  attempts: number
  log: Logger
}

/** Opens the link; throws when the first connection fails. */
export async function openLink({ name, prepare, greet, attempts, log }: LinkOptions): Promise<Link> {
  const subscribers = new Map<string, Set<Subscriber>>()
  let client: PgClient | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  const deliver = ({ channel, payload = '' }: { channel: string; payload?: string }) => {
    for (const subscriber of subscribers.get(channel) ?? []) {
      try {
        subscriber.heard(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'a handler of a notification failed')
      }
    }
  }
  const connect = async () => {
    const next = await connectOnce(await prepare(), undefined, name)
    try {
      await greet(next)
      for (const channel of subscribers.keys()) await next.query(`listen ${quoted(channel)}`)
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
    next.on('notification', deliver)
    next.on('end', () => {
      if (client === next) lost()
    })
    client = next
    beat()
  }
  const lost = () => {
    client = null
    clearTimeout(timer)
    if (stopped) return
    log.warn('the connection to PostgreSQL was lost; reconnecting')
    retry(100)
  }
  const retry = (pauseMs: number) => {
    timer = setTimeout(async () => {
      try {
        await connect()
      } catch (error) {
        log.warn({ err: error }, `PostgreSQL does not answer yet; next try in ${pauseMs * 2} ms`)
        if (!stopped) retry(Math.min(pauseMs * 2, LONGEST_PAUSE_MS))
        return
      }
      if (stopped) {
        client?.end().catch(() => undefined)
        return
      }
      log.info('the connection to PostgreSQL is back')
      for (const set of subscribers.values()) for (const subscriber of set) subscriber.reconnected?.()
    }, pauseMs)
  }
  // A peer that vanished without a word is only noticed by asking: TCP alone would wait for many minutes.
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
    }, HEARTBEAT_MS)
    timer.unref()
  }

  const connectFirst = async (left: number): Promise<void> => {
    try {
      await connect()
    } catch (error) {
      if (left <= 1 || !isUnavailable(error)) throw error
      await connectFirst(left - 1)
    }
  }
  await connectFirst(attempts)
  return {
    client: () => client,
    async subscribe(channel, subscriber) {
      const set = subscribers.get(channel) ?? new Set()
      subscribers.set(channel, set.add(subscriber))
      // While the link is lost, the reconnection listens.
      if (set.size === 1) await client?.query(`listen ${quoted(channel)}`)
      return async () => {
        if (!set.delete(subscriber) || set.size > 0) return
        subscribers.delete(channel)
        if (!stopped) await client?.query(`unlisten ${quoted(channel)}`)
      }
    },
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
