import type { PgBoss } from 'pg-boss'

/** The queue as it is connected on first use. A process that never asks for runs has no such connection. */
export interface QueueConnection {
  /** Connects, or waits for the connection. @throws when the database is away; the next call tries again */
  connected(): Promise<PgBoss>
  /** The connection that is there or under way. Null before the first use. */
  current(): Promise<unknown> | null
  /** Whether it was ever used, so that it must be stopped. */
  used(): boolean
}

export function queueConnection(boss: PgBoss): QueueConnection {
  let opening: Promise<unknown> | null = null
  let used = false
  return {
    async connected() {
      used = true
      opening ??= boss.start().catch((error: unknown) => {
        opening = null
        throw error
      })
      await opening
      return boss
    },
    current: () => opening,
    used: () => used,
  }
}
