import type { Events, Logger } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'

const CHANNEL = 'linecard_events'
/** NOTIFY refuses 8000 bytes and more. */
const NOTIFY_LIMIT = 8_000

type Handler = (payload: unknown) => void | Promise<void>

/**
 * Told to every subscriber of this process after the database link had been lost: broadcasts of that time
 * were missed.
 */
export const MISSED = 'events.missed'

/** Connects the processes of an installation through PostgreSQL NOTIFY; delivery is at most once. */
export async function createEvents({
  database,
  log,
}: {
  database: Database
  log: Logger
}): Promise<Events & { stop(): Promise<void> }> {
  const handlers = new Map<string, Set<Handler>>()

  const emit = (name: string, payload: unknown) => {
    // A copy: a handler may subscribe or leave meanwhile.
    for (const handler of Array.from(handlers.get(name) ?? [])) {
      // A throw and a rejection are the same to others.
      void (async () => handler(payload))().catch((error: unknown) => {
        log.error({ err: error, event: name }, 'a subscriber of an event failed')
      })
    }
  }
  const heard = (text: string) => {
    try {
      const { name, payload } = JSON.parse(text) as { name: string; payload: unknown }
      emit(name, payload)
    } catch (error) {
      log.warn({ err: error }, 'an unreadable notification was dropped')
    }
  }
  const silence = await database.listen(CHANNEL, heard, () => emit(MISSED, null))

  return {
    emit,
    async broadcast(name, payload) {
      const text = JSON.stringify({ name, payload })
      const bytes = Buffer.byteLength(text)
      if (bytes >= NOTIFY_LIMIT)
        throw new RangeError(
          `event ${name} takes ${bytes} bytes, a broadcast fewer than ${NOTIFY_LIMIT}: send ids and let receivers read the rest`,
        )
      await database.notify(CHANNEL, text)
    },
    on(name, handler) {
      const set = handlers.get(name) ?? new Set()
      handlers.set(name, set)
      // One subscription each, even of the same function.
      const subscription: Handler = payload => handler(payload)
      set.add(subscription)
      return () => {
        set.delete(subscription)
        if (set.size === 0 && handlers.get(name) === set) handlers.delete(name)
      }
    },
    async stop() {
      handlers.clear()
      await silence()
    },
  }
}
