import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
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

/**
 * The server lives until its input ends, i.e. as long as the process that started it. Then its files go. If
 * it ends before, they stay for whoever wants to know why.
 */
const untilInputEnds = `
exec 3<&0
"$@" 3<&- & server=$!
{ cat <&3 >/dev/null; touch "$0/ending"; kill -INT $server; } & watcher=$!
exec 3<&- 0<&-
wait $server
[ -e "$0/ending" ] || { kill $watcher; exit 1; }
cd /
rm -rf "$0" 2>/dev/null
`

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

/** One try. A text, the end of its log: it does not answer, e.g. because somebody else took its port. */
async function startOnce(): Promise<TestServer | string> {
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
    port: await freePort(),
    movePort: async () => undefined,
  }
  const binaries = await provideBinaries(account, folder, keptLog())
  await initialise(home, binaries)
  const given = Object.entries({ ...settings, port: home.port })
  const args = given.flatMap(([name, value]) => ['-c', `${name}=${value}`])
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
  const stop = async () => {
    child.ref()
    input.end()
    await exited
  }
  const url = `postgres://${superuser}:${home.password}@127.0.0.1:${home.port}/postgres`
  if (await isUp(url, () => child.exitCode !== null)) return { url, stop }
  const told = await endOfLog(home.log)
  await stop()
  await rm(folder, { recursive: true, force: true })
  return told
}

/**
 * Starts the PostgreSQL of this repository for tests alone, in a folder of its own. As root it runs as an
 * unprivileged user. It ends with this process, whatever ends the process.
 *
 * @throws Error no interface has 127.0.0.1, or it did not answer three times: with the end of its log
 */
export async function startTestServer(): Promise<TestServer> {
  const own = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  if (!own.some(({ address }) => address === '127.0.0.1'))
    throw new Error('no interface has 127.0.0.1: in a new network namespace, type `ip link set lo up` first')
  let told = ''
  for (let tries = 0; tries < 3; tries++) {
    const server = await startOnce()
    if (typeof server !== 'string') return server
    told = server
  }
  throw new Error(`the PostgreSQL of the tests does not answer on 127.0.0.1:\n${told}`)
}
