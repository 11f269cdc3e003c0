import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../kernel/src/database/embedded/account.ts'
import { provideBinaries } from '../../kernel/src/database/embedded/binaries.ts'
import { openHome } from '../../kernel/src/database/embedded/home.ts'
import { findEmbedded } from '../../kernel/src/database/embedded/index.ts'
import { superuser } from '../../kernel/src/database/embedded/server.ts'
import { keptLog } from './log.ts'

/**
 * `pg_ctl stop -m immediate` on the server of a data folder, as if its machine had crashed: all connections
 * end, and the next start recovers from the log.
 */
export async function crashServer(dataDir: string): Promise<void> {
  const log = keptLog()
  const { data, account, shelter } = await openHome(dataDir, log)
  const { pgCtl } = await provideBinaries(account, shelter, log)
  await run(pgCtl, ['stop', '-D', data, '-m', 'immediate', '-w', '-t', '20'], account)
}

/** URL of the server of a data folder, with its password. */
export async function serverUrl(dataDir: string): Promise<string> {
  const { password, port } = await openHome(dataDir, keptLog())
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`
}

/** A PostgreSQL server of its own, which a test may crash and restart. */
export async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-server-'))
  const dataDir = join(folder, 'data')
  const server = await findEmbedded(dataDir, keptLog())
  const url = await server.ensure()
  return {
    url,
    dataDir,
    crash: () => crashServer(dataDir),
    async start() {
      await server.ensure()
    },
    async end() {
      await crashServer(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
