import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { mibOf } from '@linecard/test-kit/worlds/standard-device'
import { startTlsServer, type TlsServer } from '@linecard/test-kit/worlds/tls-postgres'
import { program } from '@linecard/test-kit/worlds/linecard'
import { linecard, startLinecard, type Service } from '../support/command.ts'
import { listeningPorts } from '../support/sockets.ts'

/**
 * A centre that cannot reach the devices of a site (here: it must not ask loopback addresses), and a worker
 * at the site that has nothing but the database, over TLS. As processes, by their commands.
 */
const test = suite('a remote site', { level: 'full' })
const within = { everyMs: 250 }
const password = 'first-owner-password'

let folder!: string
let server!: TlsServer
let centre!: Service
let worker!: ChildProcess
let key = ''
const children: ChildProcess[] = []
const agents: Device[] = []
/** Two devices of the site, two of the centre. */
const [there, here]: [number[], number[]] = [[], []]

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-site-'))
  server = await startTlsServer()
  for (let host = 1; host <= 4; host++)
    agents.push(
      await startDevice({
        ip: `127.77.14.${host}`,
        port: agents[0]?.port ?? 0,
        mib: mibOf({ ports: ['p1'] }),
      }),
    )
})
test.after(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  for (const agent of agents) await agent.stop()
  await server?.end()
  await rm(folder, { recursive: true, force: true })
})

async function configFile(place: string, url: string, reachesDevices: boolean): Promise<string> {
  await mkdir(join(folder, place), { recursive: true })
  const file = join(folder, `${place}.json`)
  await writeFile(
    file,
    JSON.stringify({
      data_dir: join(folder, place),
      http: { port: 0 },
      database: { url },
      drivers: ['@linecard/driver-generic'],
      plugins: ['@linecard/plugin-pollers', '@linecard/plugin-pinger'],
      settings: {
        equipment: { allow_loopback: reachesDevices },
        system: { new_version_check: false },
        pinger: { period_sec: 1, try_sec: 2, tcp_ports: [] },
        pollers: { intervals: { system: 5, interfaces_list: 604_800, interfaces_status: 0, ont_ident: 0 } },
      },
    }),
  )
  return file
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${centre.url}/api/v1${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'x-auth-key': key }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data: T }
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`)
  return answer.data
}
interface Polls {
  worker: string
  polls: number
  failures: number
  result: string | null
  error: string | null
}
const pollsOf = (id: number) => ask<Polls>('GET', `/device/${id}/pollers`)
const statusOf = (id: number) =>
  ask<{ status: string; reason: string | null }>('GET', `/component/pinger/statuses/${id}`)

async function startWorker(): Promise<ChildProcess> {
  const config = await configFile('site', server.verified(), true)
  const child = spawn(program[0], [program[1], 'worker', '--config', config, '--group', 'riga'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  await until(
    'the worker is ready',
    () => {
      if (child.exitCode !== null) throw new Error(said)
      return said.includes('A worker of Linecard is ready')
    },
    within,
  )
  return child
}

test('a worker with the wrong CA ends with what to do', async () => {
  const config = await configFile('wrong', server.verified(server.otherCa), true)
  const { code, stderr } = await linecard(['worker', '--config', config, '--group', 'riga'])
  assert.is(code, 1)
  assert.match(stderr, /certificate is not signed by a known CA: set sslrootcert/)
  assert.not.match(stderr, new URL(server.url).password)
})

test('without the vault key of the installation it ends too, and does not make one', async () => {
  const config = await configFile('centre', server.verified(), false)
  const env = { LINECARD_WORKERS: '1', LINECARD_ADMIN_PASSWORD: password }
  centre = await startLinecard(config, children, env)
  key = (await ask<{ key: string }>('POST', '/auth', { login: 'admin', password })).key
  const group = await ask<{ id: number }>('POST', '/device-group', { name: 'Riga' })
  await ask('PUT', '/system-components/pollers', { configuration: { workers: { riga: [group.id] } } })
  const access = await ask<{ id: number }>('POST', '/device-access', {
    name: 'agents',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: agents[0]!.port, snmp_timeout_sec: 2, snmp_repeats: 1 } },
  })
  const { rows } = await server.admin.query<{ id: number }>(
    `insert into inventory_device (ip, name, access_id, group_id, model_id)
     select ('127.77.14.' || n)::inet, 'device ' || n, $1, case when n <= 2 then $2::int else -1 end,
       (select id from inventory_model where key = 'generic_snmp')
     from generate_series(1, 4) n order by n returning id`,
    [access.id, group.id],
  )
  const ids = rows.map(({ id }) => id)
  there.push(...ids.slice(0, 2))
  here.push(...ids.slice(2))
  const { code, stderr } = await linecard([
    'worker',
    '--config',
    await configFile('keyless', server.verified(), true),
    '--group',
    'riga',
  ])
  assert.is(code, 1)
  assert.match(stderr, /vault key/)
})

test('the worker polls the devices of the site and nobody else does; it leaves the others alone', async () => {
  await mkdir(join(folder, 'site'), { recursive: true })
  await copyFile(join(folder, 'centre', 'vault.key'), join(folder, 'site', 'vault.key'))
  worker = await startWorker()
  for (const id of there)
    await until(`device ${id} was polled twice`, async () => (await pollsOf(id)).polls >= 2, within)
  for (const id of here)
    await until(`device ${id} was tried`, async () => (await pollsOf(id)).result === 'failed', within)
  for (const id of there) {
    const { worker: group, failures, result } = await pollsOf(id)
    assert.equal([group, failures, result], ['riga', 0, 'ok'])
  }
  // The centre must not ask them. Had the worker asked them, they would have answered.
  for (const id of here) {
    const { worker: group, polls, failures, error } = await pollsOf(id)
    assert.equal([group, polls === failures], ['', true])
    assert.match(error!, /loopback is refused/)
  }
})

test('it watches them too, from its place', async () => {
  for (const id of there)
    await until(`device ${id} is up`, async () => (await statusOf(id)).status === 'Up', within)
  for (const id of here) {
    const { status, reason } = await statusOf(id)
    assert.equal([status, reason], ['Unknown', 'address_refused'])
  }
})

test('it listens nowhere, and all that it and the centre have with the database is TLS', async () => {
  assert.equal(listeningPorts(worker.pid!), [])
  const port = Number(new URL(centre.url).port)
  assert.ok(listeningPorts(children[0]!.pid!).includes(port), 'as the centre does')
  const { rows } = await server.admin.query<{ ssl: boolean; count: number }>(
    `select ssl, count(*)::int from pg_stat_ssl join pg_stat_activity using (pid)
     where application_name like 'linecard%' group by 1`,
  )
  assert.equal(
    rows.map(row => row.ssl),
    [true],
  )
  assert.ok(rows[0]!.count >= 10, `${rows[0]!.count} connections`)
})

test('kill -9 of the worker: nobody asks the devices of the site, until it is back', async () => {
  worker.kill('SIGKILL')
  const before = await Promise.all(there.map(pollsOf))
  await until('nobody watches them', async () => (await statusOf(there[0]!)).reason === 'not_watched', within)
  const silent = await Promise.all(there.map(pollsOf))
  for (const [at, { polls, failures }] of silent.entries()) {
    assert.is(failures, 0)
    assert.ok(polls <= before[at]!.polls + 1, 'at most what it had written before')
  }
  worker = await startWorker()
  for (const [at, id] of there.entries())
    await until('it is polled again', async () => (await pollsOf(id)).polls > silent[at]!.polls, within)
  await until('and watched', async () => (await statusOf(there[0]!)).status === 'Up', within)
  worker.kill('SIGTERM')
  const [code] = (await once(worker, 'exit')) as [number | null]
  assert.is(code, 0)
  assert.is((await centre.end('SIGTERM')).code, 0)
})
