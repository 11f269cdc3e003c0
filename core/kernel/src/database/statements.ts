import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { refusalOf } from './errors.ts'
import { isBeside } from './shared-turn.ts'

/** Event of a pool: PostgreSQL said that its disk is full. */
export const fullDisk = 'fullDisk'

interface Seen {
  driver: Pick<Driver, 'beginTransaction' | 'commitTransaction' | 'rollbackTransaction'>
  /** Whether the connection has a transaction. */
  isOpen(): boolean
  /** The server takes no changes: after a failover a new connection may reach the one that does. */
  onReadOnly(): void
  onFull(): void
}

const changes = /\b(?:insert|update|delete|merge)\b/i

/**
 * Sees to all statements of a connection: what the server refuses is told, and a change beside others gets a
 * transaction if it has none, which is what waits for those that are alone.
 */
export function watchStatements(connection: DatabaseConnection, seen: Seen): void {
  const execute = connection.executeQuery.bind(connection)
  const inTransaction = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    await seen.driver.beginTransaction(connection, {})
    try {
      const result = await execute<R>(query)
      await seen.driver.commitTransaction(connection)
      return result
    } catch (error) {
      await seen.driver.rollbackTransaction(connection)
      throw error
    }
  }
  connection.executeQuery = async <R>(query: CompiledQuery) => {
    try {
      const needsOne = isBeside() && !seen.isOpen() && changes.test(query.sql)
      return await (needsOne ? inTransaction<R>(query) : execute<R>(query))
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === 'Read-only') seen.onReadOnly()
      if (refusal === 'Full') seen.onFull()
      throw error
    }
  }
}
