import { AsyncLocalStorage } from 'node:async_hooks'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'

/** Work whose transactions wait while somebody has the lock, until it has ended. */
interface Beside {
  key: string
  ended: boolean
}

const besides = new AsyncLocalStorage<Beside>()

/** The advisory lock of a key. Other keys may rarely have the same: then they wait for each other. */
const lockOf = `hashtextextended('linecard turn ' || $1::text, 0)`

interface Connection {
  executeQuery(query: CompiledQuery): Promise<unknown>
}

const run = (connection: Connection, statement: string, key: string) =>
  connection.executeQuery(CompiledQuery.raw(`select ${statement}(${lockOf})`, [key]))

/** Does work while nobody else has the lock of `key`, in any process. It takes a connection for itself. */
export const aloneOfAll = <T>(em: SqlEntityManager, key: string, work: () => Promise<T>): Promise<T> =>
  em
    .getKysely()
    .connection()
    .execute(async connection => {
      await run(connection, 'pg_advisory_lock', key)
      try {
        return await work()
      } finally {
        // A connection that was cut has no lock any more.
        await run(connection, 'pg_advisory_unlock', key).catch(() => undefined)
      }
    })

/** Does work whose transactions wait for who has the lock of `key` alone, and keep others from taking it. */
export async function besideOthers<T>(key: string, work: () => Promise<T>): Promise<T> {
  const beside: Beside = { key, ended: false }
  try {
    return await besides.run(beside, work)
  } finally {
    // What it has started goes on, and is no part of it.
    beside.ended = true
  }
}

/** Whether this is work beside others. */
export const isBeside = (): boolean => besides.getStore()?.ended === false

/** Of a transaction that has just begun. The lock ends with it. */
export async function takeShared(connection: Connection): Promise<void> {
  const beside = besides.getStore()
  if (beside && !beside.ended) await run(connection, 'pg_advisory_xact_lock_shared', beside.key)
}
