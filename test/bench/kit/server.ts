import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { findEmbedded } from '../../../core/kernel/src/database/embedded/index.ts'
import { connectOnce, type PgClient } from '../../../core/kernel/src/database/pg.ts'
import { childrenOf, processOf } from './processes.ts'

/** A PostgreSQL of this benchmark alone: what it writes and what time it takes is nobody else's. */
export interface OwnServer {
  url: string
  client: PgClient
  /** Seconds of CPU of all its processes so far. */
  cpuSec(): Promise<number>
  /** Bytes of its write-ahead log so far. */
  wal(): Promise<number>
  /** A statement that takes long, on a connection of its own. */
  runLong(url: string, statement: string): Promise<void>
  stop(): Promise<void>
}

/** Databases of test worlds are made on it from now on. */
export async function startServer(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-'))
  // Root's server runs as another user: its files stay in this folder if that user can enter it.
  await chmod(folder, 0o711)
  const embedded = await findEmbedded(folder, keptLog())
  const client = await connectOnce(await embedded.ensure())
  await embedded.enter(client)
  const url = embedded.url()
  process.env['LINECARD_TEST_POSTGRES'] = url
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows as [{ pid: number }]
  const postmaster = processOf(pid)!.parent
  return {
    url,
    client,
    async cpuSec() {
      const { cpuSec, endedSec } = processOf(postmaster)!
      return childrenOf(postmaster).reduce((sum, one) => sum + one.cpuSec, cpuSec + endedSec)
    },
    async wal() {
      const { rows } = await client.query("select (pg_current_wal_lsn() - '0/0')::float8 as bytes")
      return (rows[0] as { bytes: number }).bytes
    },
    async runLong(database, statement) {
      const own = new pg.Client({ connectionString: database })
      await own.connect()
      try {
        await own.query(statement)
      } finally {
        await own.end()
      }
    },
    async stop() {
      await embedded.leave(client)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Backends of this database, and what its server does in the background. */
export const serverPids =
  (sql: <T extends object>(text: string) => Promise<T[]>): (() => Promise<number[]>) =>
  async () =>
    (
      await sql<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database()
         or backend_type in ('walwriter', 'checkpointer', 'background writer')`,
      )
    ).map(({ pid }) => pid)
