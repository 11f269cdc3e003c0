import type { Logger } from '@linecard/plugin-kit'
import { openConnection } from './connection.ts'
import type { PgClient } from './pg.ts'

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
