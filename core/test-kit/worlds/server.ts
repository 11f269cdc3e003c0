import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverAccount, spawnOptions } from '../../kernel/src/database/embedded/account.ts'
import { provideBinaries } from '../../kernel/src/database/embedded/binaries.ts'
import { endOfLog, initialise, superuser } from '../../kernel/src/database/embedded/server.ts'
import { connectOnce } from '../../kernel/src/database/pg.ts'
import { freePort } from './addresses.ts'
import { keptLog } from './log.ts'

export interface TestServer {
  /** Of its database `postgres`, as superuser. */
  url: string
  /** Ends the server and removes its files. */
  stop(): Promise<void>
}

/** Tells a server of tests, which ends with them, from one that somebody gives. */
export const clusterName = 'linecard-tests'

/** Nothing of a test has to survive a crash of the machine. */
const settings = {
  cluster_name: clusterName,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 400,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  // Databases live for seconds. Who needs statistics takes them.
  autovacuum: 'off',
  timezone: 'UTC',
}

/** The server lives until its input ends, i.e. as long as the process that started it. Then its files go. */
const untilInputEnds =
  '"$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; cd /; rm -rf "$0" 2>/dev/null'

const maxStartMs = 60_000

/** Waits until the server answers. False: it ended, e.g. because its port is taken now. */
async function isUp(url: string, ended: () => boolean): Promise<boolean> {
  const deadline = Date.now() + maxStartMs
  while (!ended() && Date.now() < deadline) {
    const client = await connectOnce(url, 2_000).catch(() => null)
    if (client) {
      await client.end()
      return true
    }
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  return false
}

/**
 * Starts the PostgreSQL of this repository for tests alone, in a folder of its own. As root it runs as an
 * unprivileged user. It ends with this process, whatever ends the process.
 */
export async function startTestServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-postgres-'))
  const place = join(folder, 'postgres')
  const data = join(place, 'data')
  await mkdir(place)
  const account = await serverAccount(data)
  if (account) for (const path of [folder, place]) await chown(path, account.uid, account.gid)
  const home = {
    data,
    log: join(folder, 'server.log'),
    shelter: folder,
    account,
    password: randomBytes(12).toString('hex'),
    port: 0,
    movePort: async () => undefined,
  }
  const binaries = await provideBinaries(account, folder, keptLog())
  await initialise(home, binaries)
  for (let tries = 0; tries < 5; tries++) {
    const port = await freePort()
    const args = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const log = await open(home.log, 'a')
    const child = spawn('sh', ['-c', untilInputEnds, folder, binaries.postgres, '-D', data, ...args], {
      ...spawnOptions(account),
      // Ctrl-C is for the tests. The server is needed until they have ended.
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
    })
    await log.close()
    const exited = once(child, 'exit')
    child.unref()
    const input = child.stdin!
    ;(input as unknown as { unref(): void }).unref()
    const url = `postgres://${superuser}:${home.password}@127.0.0.1:${port}/postgres`
    if (await isUp(url, () => child.exitCode !== null))
      return {
        url,
        async stop() {
          child.ref()
          input.end()
          await exited
        },
      }
    input.end()
  }
  throw new Error(`the PostgreSQL of the tests does not start:\n${await endOfLog(home.log)}`)
}
