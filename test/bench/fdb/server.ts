import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { findEmbedded } from '../../../core/kernel/src/database/embedded/index.ts'
import { connectOnce, type PgClient } from '../../../core/kernel/src/database/pg.ts'

/** A PostgreSQL of this benchmark alone: what it writes and what time it takes is nobody else's. */
export interface OwnServer {
  client: PgClient
  /** Seconds of CPU of all its processes so far. */
  cpuSec(): Promise<number>
  /** Bytes of its write-ahead log so far. */
  wal(): Promise<number>
  /** A statement that takes long, on a connection of its own. */
  runLong(url: string, statement: string): Promise<void>
  stop(): Promise<void>
}

const ticks = 100
/** Fields of /proc/<pid>/stat after the name: times of itself, and of its children that have ended. */
function timesOf(pid: number | string): { own: number; ended: number; parent: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  const [user, system, userEnded, systemEnded] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ]
  return { own: (user + system) / ticks, ended: (userEnded + systemEnded) / ticks, parent: Number(fields[1]) }
}

export async function startServer(): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-'))
  const embedded = await findEmbedded(folder, keptLog())
  const client = await connectOnce(await embedded.ensure())
  await embedded.enter(client)
  process.env['LINECARD_TEST_POSTGRES'] = embedded.url()
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows as [{ pid: number }]
  const postmaster = timesOf(pid).parent
  return {
    client,
    async cpuSec() {
      let sum = timesOf(postmaster).own + timesOf(postmaster).ended
      for (const name of readdirSync('/proc')) {
        if (!/^\d+$/.test(name)) continue
        try {
          const times = timesOf(name)
          if (times.parent === postmaster) sum += times.own
        } catch {
          // It has just ended: the postmaster counts its time.
        }
      }
      return sum
    },
    async wal() {
      const { rows } = await client.query("select (pg_current_wal_lsn() - '0/0')::float8 as bytes")
      return (rows[0] as { bytes: number }).bytes
    },
    async runLong(url, statement) {
      const own = new pg.Client({ connectionString: url })
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
