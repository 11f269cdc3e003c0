import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { freePort } from '@linecard/test-kit/worlds/addresses'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { program } from '@linecard/test-kit/worlds/linecard'
import { startLinecard } from '../support/command.ts'

/** Workers as processes of their own, as operators run them. */
const test = suite('workers', { level: 'full' })

let folder!: string
let database!: TestDatabase
const children: ChildProcess[] = []

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-workers-'))
  await mkdir(join(folder, 'data'))
  database = await createDatabase()
})
test.after(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

async function configFile(change: object = {}): Promise<string> {
  const file = join(folder, 'linecard.json')
  await writeFile(
    file,
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { port: 0 },
      database: { url: database.url },
      plugins: ['@linecard/plugin-pollers'],
      ...change,
    }),
  )
  return file
}

/** Pids of the workers that are connected to the database. */
const workers = async (): Promise<number[]> => {
  const { rows } = await database.admin.query(
    `select distinct split_part(application_name, '/', 3)::int as pid from pg_stat_activity
     where datname = current_database() and application_name like 'linecard/worker/%'`,
  )
  return rows.map(row => row['pid'] as number)
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const within = { everyMs: 200 }

test('the service starts its worker, starts it again when it dies, and ends it with itself', async () => {
  const service = await startLinecard(await configFile(), children, { LINECARD_WORKERS: '1' })
  const [first] = await until(
    'a worker',
    async () => ((await workers()).length === 1 ? workers() : null),
    within,
  )
  await until(
    'its metrics beside those of the service',
    async () =>
      /^linecard_build_info\{worker="1",version=/m.test(
        await (await fetch(new URL('/metrics', service.url))).text(),
      ),
    within,
  )
  process.kill(first!, 'SIGKILL')
  const others = async () => (await workers()).filter(pid => pid !== first)
  const [second] = await until('another', async () => ((await others()).length ? others() : null), within)
  assert.ok(second)
  const { code } = await service.end('SIGTERM')
  assert.is(code, 0)
  await until('the worker has ended', () => !isAlive(second!), within)
})

/** The process that watches the devices. */
const watcher = async (): Promise<{ pid: number; mode: string } | undefined> => {
  const { rows } = await database.admin.query<{ pid: number; mode: string }>(
    'select p.pid, p.mode from pinger_lease l join kernel_process p on p.id = l.holder',
  )
  return rows[0]
}
const noFping = spawnSync('fping', ['-v']).error ? 'fping is not installed' : null

if (noFping) test.skip('a worker watches the devices, and the next one after it', noFping)
else
  test('a worker watches the devices and not the service, and the next one after it', async () => {
    const plugins = ['@linecard/plugin-pollers', '@linecard/plugin-pinger']
    const pinger = { period_sec: 1, tcp_ports: [], snmp: false }
    const file = await configFile({ plugins, settings: { equipment: { allow_loopback: true }, pinger } })
    const service = await startLinecard(file, children, { LINECARD_WORKERS: '1' })
    await database.admin.query("insert into inventory_device (ip, name) values ('127.77.16.1', 'here')")
    const seen: number[] = []
    for (let round = 0; round < 2; round++) {
      const { pid, mode } = await until(
        'a process watches',
        async () => {
          const found = await watcher()
          return found && !seen.includes(found.pid) ? found : null
        },
        within,
      )
      assert.equal([mode, await workers()], ['worker', [pid]])
      await until(
        'the device is up',
        async () =>
          (await database.admin.query("select from inventory_device where status = 'Up'")).rows.length === 1,
        within,
      )
      seen.push(pid)
      if (round === 0) process.kill(pid, 'SIGKILL')
    }
    assert.equal((await database.admin.query('select from pinger_outage')).rows, [])
    assert.is((await service.end('SIGTERM')).code, 0)
    const { rows } = await database.admin.query('select holder from pinger_lease')
    assert.equal(rows, [{ holder: null }], 'the lease was given back')
  })

test('kill -9 of the service ends its worker', async () => {
  const service = await startLinecard(await configFile(), children, { LINECARD_WORKERS: '1' })
  const [worker] = await until(
    'a worker',
    async () => ((await workers()).length === 1 ? workers() : null),
    within,
  )
  await service.end('SIGKILL')
  await until('the worker has ended', () => !isAlive(worker!), within)
  // PostgreSQL notices a cut connection a little later.
  await until('it has no connection', async () => (await workers()).length === 0, within)
})

test('a worker serves metrics and health at its port, and no API', async () => {
  const port = await freePort()
  const worker = spawn(
    program[0],
    [program[1], 'worker', '--config', await configFile(), '--group', 'remote', '--port', String(port)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  children.push(worker)
  let said = ''
  worker.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  await until('the worker is ready', () => said.includes('A worker of Linecard is ready'), within)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  assert.is((await ask('/health/ready')).status, 200)
  assert.match(await (await ask('/metrics')).text(), /linecard_polls_running 0/)
  assert.is((await ask('/api/v1/device')).status, 404)
  worker.kill('SIGTERM')
  const [code] = (await once(worker, 'exit')) as [number | null]
  assert.is(code, 0)
})
