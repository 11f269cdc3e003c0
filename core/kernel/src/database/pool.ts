import type { Pool, PoolClient } from 'pg'

/** Connections of one process. */
export const poolSize = 15

/** The pool of connections as operators see it. */
export interface PoolView {
  /** Connections now, and queries that wait for one. */
  figures(): PoolFigures
  /** Ends all connections at once. Their transactions fail, and PostgreSQL rolls them back. */
  cut(): void
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
  figures: () => ({ used: 0, idle: 0, waiting: 0, max: poolSize }),
  cut: () => undefined,
}

export function watchPool(pool: Pool): PoolView {
  const clients = new Set<PoolClient>()
  pool.on('connect', client => clients.add(client))
  pool.on('remove', client => clients.delete(client))
  return {
    figures: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: poolSize,
    }),
    cut() {
      for (const client of clients) client.connection.stream.destroy()
    },
  }
}
