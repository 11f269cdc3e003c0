import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { crashServer, serverUrl } from '@linecard/test-kit/worlds/postgres'
import { mibOf } from '@linecard/test-kit/worlds/standard-device'
import { program } from '@linecard/test-kit/worlds/linecard'
import { startLinecard, type Service } from '../support/command.ts'

/** `linecard start` with a database of its own, which its worker processes share. */
const test = suite('workers on the embedded database', { level: 'full' })
const within = { everyMs: 200 }

let folder!: string
let config!: string
let agent!: Device
const children: ChildProcess[] = []
let service: Service
const dataDir = () => join(folder, 'data')

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-own-'))
  // The server runs as another user where this one is root.
  await chmod(folder, 0o755)
  await mkdir(dataDir())
  agent = await startDevice({ ip: '127.77.15.1', port: 0, mib: mibOf({ ports: ['p1'] }) })
  config = join(folder, 'linecard.json')
  const intervals = { system: 3, interfaces_list: 604_800, interfaces_status: 0, ont_ident: 0 }
  await writeFile(
    config,
    JSON.stringify({
      data_dir: dataDir(),
      http: { port: 0 },
      drivers: ['@linecard/driver-generic'],
      plugins: ['@linecard/plugin-pollers'],
      settings: {
        equipment: { allow_loopback: true },
        system: { new_version_check: false },
        pollers: { intervals },
      },
    }),
  )
})
test.after(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  // Left by a test that failed half-way.
  if (postmaster()) {
    await until('the workers have ended', async () => (await workers()).length === 0, within)
    if (postmaster()) await crashServer(dataDir())
  }
  await agent?.stop()
  await rm(folder, { recursive: true, force: true })
})

const start = (processes: number): Promise<Service> =>
  startLinecard(config, children, { LINECARD_WORKERS: String(processes), LINECARD_ADMIN_PASSWORD: password })

/** Whether a process lives. One that ended without a parent may stay in the process table. */
const lives = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

/** Pid of the database server; null: none runs. */
function postmaster(): number | null {
  const file = join(dataDir(), 'postgres', 'data', 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  return pid > 0 && lives(pid) ? pid : null
}

async function query<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(await serverUrl(dataDir()))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}
/** Pids of the workers that are connected; none while the server is away. */
const workers = async (): Promise<number[]> =>
  (
    await query<{ pid: number }>(
      `select distinct split_part(application_name, '/', 3)::int as pid from pg_stat_activity
       where application_name like 'linecard/worker/%' order by 1`,
    ).catch(() => [])
  ).map(({ pid }) => pid)
/** What the service and the server have said last, where somebody waits in vain. */
const lastWords = (): string =>
  [join(dataDir(), 'postgres', 'server.log')]
    .map(file => (existsSync(file) ? readFileSync(file, 'utf8') : 'no log'))
    .concat(service?.stderr() ?? 'no service')
    .map(text => text.split('\n').slice(-15).join('\n'))
    .join('\n--\n')
const connected = (count: number, but: readonly number[] = []) =>
  until(
    `${count} workers`,
    async () => {
      const pids = await workers()
      return pids.length === count && !pids.some(pid => but.includes(pid)) ? pids : null
    },
    within,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${lastWords()}`, { cause: error })
  })

const polls = async (): Promise<number> => {
  const [row] = await query<{ polls: number; failures: number }>(
    'select polls::int, failures::int from pollers_device',
  )
  assert.is(row?.failures ?? 0, 0)
  return row?.polls ?? 0
}
const polledOnce = async (why: string): Promise<void> => {
  const before = await polls()
  await until(why, async () => (await polls()) > before, within)
}

const password = 'first-owner-password'

async function ask<T>(key: string | null, path: string, body: object): Promise<T> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-auth-key': key }) },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data: T }
  assert.ok(response.ok, JSON.stringify(answer))
  return answer.data
}

test('workers find the server of the data folder and poll', async () => {
  service = await start(2)
  await connected(2)
  const { key } = await ask<{ key: string }>(null, '/auth', { login: 'admin', password })
  const { id: access } = await ask<{ id: number }>(key, '/device-access', {
    name: 'agent',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: agent.port, snmp_timeout_sec: 2, snmp_repeats: 1 } },
  })
  const [model] = await query<{ id: number }>("select id from inventory_model where key = 'generic_snmp'")
  await ask(key, '/device', { ip: '127.77.15.1', access_id: access, model_id: model!.id })
  await polledOnce('the device is polled')
})

test('kill -9 of a worker: it is replaced, the other and the server go on', async () => {
  const [[killed, other], server] = [(await connected(2)) as [number, number], postmaster()]
  process.kill(killed, 'SIGKILL')
  const now = await connected(2, [killed])
  assert.ok(now.includes(other))
  assert.is(postmaster(), server)
  // A worker that is still starting when the server crashes ends, and another one takes its place.
  const ready = () => service.stderr().split('A worker of Linecard is ready').length - 1
  await until('the new worker is ready', () => ready() === 3, within)
  await polledOnce('polls go on')
})

test('the server crashes: it is started again, the same workers go on', async () => {
  const [before, server] = [await connected(2), postmaster()]
  await crashServer(dataDir())
  const after = await connected(2)
  assert.equal(after, before)
  assert.is.not(postmaster(), server)
  await polledOnce('polls go on')
  assert.is((await fetch(`${service.url}/health/ready`)).status, 200)
})

test('the stop ends workers first, then the server', async () => {
  const [pids, server] = [await connected(2), postmaster()!]
  assert.is((await service.end('SIGTERM')).code, 0)
  assert.equal(pids.filter(lives), [])
  await until('the server has ended', () => !lives(server), within)
})

test('a worker that is there first starts the server; the service joins, and the server ends with the last', async () => {
  const worker = spawn(program[0], [program[1], 'worker', '--config', config], { stdio: 'ignore' })
  children.push(worker)
  await connected(1)
  const server = postmaster()
  await polledOnce('it polls without a service')
  service = await start(0)
  assert.is(postmaster(), server)
  assert.is((await service.end('SIGTERM')).code, 0)
  assert.is(postmaster(), server, 'the worker uses it')
  await polledOnce('polls go on')
  worker.kill('SIGTERM')
  assert.is((await once(worker, 'exit'))[0], 0)
  await until('the server has ended', () => !lives(server!), within)
})

test('kill -9 of the service ends its workers and, with the last of them, the server; the next start is whole', async () => {
  service = await start(2)
  const [pids, server] = [await connected(2), postmaster()!]
  await service.end('SIGKILL')
  await until('the workers have ended', () => !pids.some(lives), within)
  await until('the server has ended', () => !lives(server), within)
  service = await start(1)
  await connected(1)
  await polledOnce('polls go on')
  assert.is((await service.end('SIGTERM')).code, 0)
})
