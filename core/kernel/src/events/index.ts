import type { Events, Logger } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'

const channel = 'linecard_events'
/** PostgreSQL refuses a NOTIFY of 8000 bytes and more. */
const maxNotifyBytes = 8_000

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [eventsMissed]: null
  }
}

export interface KernelEvents extends Events {
  stop(): Promise<void>
}

type Handler = (value: unknown) => void | Promise<void>

/**
 * Emitted in this process after the connection that carries LISTEN was lost: broadcasts of that time were
 * missed.
 */
export const eventsMissed = 'events.missed'

/** Events of one process, and of all processes through PostgreSQL NOTIFY: delivered at most once. */
export async function createEvents({
  database,
  log,
}: {
  database: Database
  log: Logger
}): Promise<KernelEvents> {
  const handlers = new Map<string, Set<Handler>>()

  const tell = (name: string, value: unknown) => {
    // A copy, because a handler may subscribe or unsubscribe meanwhile.
    for (const handler of Array.from(handlers.get(name) ?? [])) {
      // Neither a throw nor a rejection may reach the other handlers.
      void (async () => handler(value))().catch((error: unknown) => {
        log.error({ err: error, event: name }, 'a subscriber of an event failed')
      })
    }
  }
  const receive = (text: string) => {
    try {
      const { name, payload } = JSON.parse(text) as { name: string; payload: unknown }
      tell(name, payload)
    } catch (error) {
      log.warn({ err: error }, 'an unreadable notification was dropped')
    }
  }
  const stopListening = await database.listen(channel, receive, () => tell(eventsMissed, null))

  return {
    emit: tell,
    async broadcast(name, value) {
      const text = JSON.stringify({ name, payload: value })
      const bytes = Buffer.byteLength(text)
      if (bytes >= maxNotifyBytes)
        throw new RangeError(
          `event ${name} takes ${bytes} bytes, a broadcast fewer than ${maxNotifyBytes}: send ids only`,
        )
      await database.notify(channel, text)
    },
    on(name, handler) {
      const set = handlers.get(name) ?? new Set()
      handlers.set(name, set)
      // A function that is subscribed twice is called twice.
      const subscription: Handler = value => handler(value as never)
      set.add(subscription)
      return () => {
        set.delete(subscription)
        if (set.size === 0 && handlers.get(name) === set) handlers.delete(name)
      }
    },
    async stop() {
      handlers.clear()
      await stopListening()
    },
  }
}
