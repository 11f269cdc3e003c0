import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { refusalOf } from './errors.ts'
import { fullDisk } from './statements.ts'

/** Connections of one process. A worker writes in batches, so it needs few. */
export const poolSizes = { serve: 15, worker: 6, command: 15 } as const

/** The pool of connections as operators see it. */
export interface PoolView {
  /** Connections now, and queries that wait for one. */
  figures(): PoolFigures
  /** Whether PostgreSQL has said that its disk is full, and no `hasRoom` came after it. */
  isFull(): boolean
  hasRoom(): void
  /** Ends all connections at once. Their transactions fail, and PostgreSQL rolls them back. */
  cut(): void
  /** One `copy … from stdin` with these octets. @throws the error of the server, or of the connection */
  copyIn(statement: string, body: Readable): Promise<void>
}

export interface PoolFigures {
  used: number
  idle: number
  waiting: number
  /** Connections at most. */
  max: number
}

/** Before the first query. */
export const emptyPool: PoolView = {
  figures: () => ({ used: 0, idle: 0, waiting: 0, max: poolSizes.serve }),
  isFull: () => false,
  hasRoom: () => undefined,
  cut: () => undefined,
  copyIn: () => Promise.reject(new Error('Cannot use a pool before its first query')),
}

async function copyIn(pool: Pool, statement: string, body: Readable): Promise<void> {
  const client = await pool.connect()
  // A connection in the middle of a COPY cannot be used again.
  let failed: Error | undefined
  // Without a listener a cut connection would end the process.
  const onError = (error: Error) => (failed = error)
  client.on('error', onError)
  try {
    await pipeline(body, client.query(copyFrom(statement)))
  } catch (error) {
    failed ??= error instanceof Error ? error : new Error(String(error))
    throw failed
  } finally {
    client.off('error', onError)
    client.release(failed)
  }
}

export function watchPool(pool: Pool): PoolView {
  const clients = new Set<PoolClient>()
  pool.on('connect', client => clients.add(client))
  pool.on('remove', client => clients.delete(client))
  let full = false
  const onFull = () => (full = true)
  ;(pool as EventEmitter).on(fullDisk, onFull)
  return {
    figures: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    isFull: () => full,
    hasRoom() {
      full = false
    },
    cut() {
      for (const client of clients) client.connection.stream.destroy()
    },
    copyIn: (statement, body) =>
      copyIn(pool, statement, body).catch((error: unknown) => {
        if (refusalOf(error) === 'Full') full = true
        throw error
      }),
  }
}
