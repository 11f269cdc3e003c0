import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql'
import {
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Driver,
  type TransactionSettings,
} from 'kysely'
import type { Pool, PoolClient, PoolConfig } from 'pg'
import { markOwn } from './errors.ts'
import { takeShared } from './shared-turn.ts'
import { fullDisk, watchStatements } from './statements.ts'

/** As `pg` says it. */
const poolEnded = 'Cannot use a pool after calling end on the pool'

/**
 * Kysely's driver for PostgreSQL, without its leak: a `begin` or `rollback` that throws, because the server
 * or the network cut the connection, keeps the connection out of the pool for ever
 * (https://github.com/kysely-org/kysely/issues/1990). Such a connection is closed, and the pool opens another
 * one when it needs it. This also ends its transaction, which PostgreSQL then rolls back itself.
 */
class CutProofDriver extends PostgresDriver {
  readonly #pool: Pool
  readonly #held = new Map<DatabaseConnection, PoolClient>()
  /** Those with a transaction. */
  readonly #open = new WeakSet<DatabaseConnection>()
  readonly #readOnly = new WeakSet<DatabaseConnection>()
  readonly #watched = new WeakSet<DatabaseConnection>()
  #next: PoolClient | null = null
  #ended = false

  constructor(pool: Pool) {
    // No cursor: reading one from a cut connection would wait for ever.
    super({ pool: { options: pool.options, connect: async () => this.#next!, end: () => pool.end() } })
    this.#pool = pool
    // A broken socket rejects its query with this very error.
    pool.on('connect', client => client.on('error', markOwn))
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      markOwn(error)
      throw error
    })
    if (this.#ended) {
      client.release()
      throw new Error(poolEnded)
    }
    this.#next = client
    // Takes `next` before anything else can run.
    const connection = await super.acquireConnection()
    this.#held.set(connection, client)
    if (!this.#watched.has(connection)) this.#watch(connection)
    return connection
  }

  /** Work that waits for a connection meanwhile is told what `pg` tells those that come later. */
  override async destroy(): Promise<void> {
    this.#ended = true
    await super.destroy()
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    try {
      await super.beginTransaction(connection, settings)
    } catch (error) {
      this.#discard(connection)
      throw error
    }
    this.#open.add(connection)
    await takeShared(connection).catch(async (error: unknown) => {
      await this.rollbackTransaction(connection)
      throw error
    })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#open.delete(connection)
  }

  /** Never throws: the transaction of a closed connection is rolled back. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => this.#discard(connection))
    this.#open.delete(connection)
  }

  override async releaseConnection(
    ...[connection]: Parameters<PostgresDriver['releaseConnection']>
  ): Promise<void> {
    if (this.#readOnly.has(connection)) this.#discard(connection)
    else if (this.#held.delete(connection)) await super.releaseConnection(connection)
  }

  /** Sees to all statements of a new connection. */
  #watch(connection: DatabaseConnection): void {
    this.#watched.add(connection)
    watchStatements(connection, {
      driver: this,
      isOpen: () => this.#open.has(connection),
      onReadOnly: () => this.#readOnly.add(connection),
      onFull: () => this.#pool.emit(fullDisk),
    })
  }

  #discard(connection: DatabaseConnection): void {
    const client = this.#held.get(connection)
    if (this.#held.delete(connection)) client?.release(true)
  }
}

class CutProofDialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new CutProofDriver(this.#pool)
  }
}

interface PoolOptions extends PoolConfig {
  onPoolCreated?(pool: Pool): void
}

class CutProofConnection extends PostgreSqlConnection {
  override createKyselyDialect(options: PoolOptions): PostgresDialect {
    let made: Pool | undefined
    const dialect = super.createKyselyDialect({
      ...options,
      onPoolCreated(pool) {
        made = pool
        options.onPoolCreated?.(pool)
      },
    } as PoolOptions)
    return made ? new CutProofDialect(made) : dialect
  }
}

/** MikroORM's driver for PostgreSQL, on connections that may be cut at any time. */
export class CutProofSqlDriver extends PostgreSqlDriver {
  protected override readonly connection = new CutProofConnection(this.config)
}
