import type { ChildProcess } from 'node:child_process'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { startProxy } from '@linecard/test-kit/worlds/tcp-proxy'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startScene } from '@linecard/simulator'
import { clientOf, signIn, type Client } from '../support/client.ts'
import { startLinecard, type Service } from '../support/command.ts'
import { ip, sceneOf } from '../support/installation.ts'

/** `linecard start` in a process of its own, and what may hang while it stops. */
const test = suite('faults of the stop', { level: 'full' })

const password = 'correct horse 17'
/** A plugin that hangs as LINECARD_TEST_HANG says. */
const hanging = `
  const hang = process.env.LINECARD_TEST_HANG
  export default {
    id: 'hanging',
    config: { type: 'object', properties: {}, additionalProperties: false },
    api: 1,
    async setup(ctx) {
      if (hang === 'setup') await new Promise(() => setInterval(() => {}, 1000))
      if (hang === 'transaction')
        ctx.em().transactional(async em => {
          await em.execute('select 1')
          await new Promise(() => setInterval(() => {}, 1000))
        }).catch(() => {})
      if (hang === 'query') ctx.em().transactional(em => em.execute('select pg_sleep(25)')).catch(() => {})
      return {}
    },
    routes() {},
    stop() {
      if (hang === 'stop') return new Promise(() => setInterval(() => {}, 1000))
      if (hang === 'busy') for (;;);
    },
  }`

let folder!: string
let database!: TestDatabase
const children: ChildProcess[] = []
let serial = 0

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-stop-'))
  database = await createDatabase()
  const place = join(folder, 'node_modules', 'linecard-hanging')
  await mkdir(place, { recursive: true })
  await writeFile(join(place, 'index.js'), hanging)
  const linecard = { kind: 'plugin', id: 'hanging', api: 1 }
  await writeFile(
    join(place, 'package.json'),
    JSON.stringify({
      name: 'linecard-hanging',
      version: '1.0.0',
      type: 'module',
      main: 'index.js',
      linecard,
    }),
  )
})
test.after(async () => {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(hang = '', url = database.url, drivers: readonly string[] = []): Promise<Service> {
  const file = join(folder, `linecard-${++serial}.json`)
  await writeFile(
    file,
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { port: 0 },
      database: { url },
      drivers,
      plugins: ['linecard-hanging', '@linecard/plugin-switches'],
      settings: { equipment: { allow_loopback: true }, system: { new_version_check: false } },
    }),
  )
  const env = { LINECARD_ADMIN_PASSWORD: password, LINECARD_TEST_HANG: hang }
  return startLinecard(file, children, env)
}

/** Sends SIGTERM. The process must end, whatever hangs in it; its log is returned. */
async function endsInTime(service: Service, wanted: { code: number } | { signal: string }): Promise<string> {
  const { code, signal } = await service.end('SIGTERM')
  assert.equal('code' in wanted ? { code } : { signal }, wanted, service.stdout())
  return service.stdout()
}

/** A switch of the scene as a device of the service. */
async function addDevice(
  admin: Client,
  address: string,
  port: number,
  { timeoutSec = 1, telnet }: { timeoutSec?: number; telnet?: number } = {},
): Promise<number> {
  const access = await admin.post<{ id: number }>('/device-access', {
    name: `${address} ${port}`,
    public_community: 'public',
    private_community: 'private',
    ...(telnet && { login: 'admin', password: 'admin' }),
    params: {
      sw_core_connection: {
        snmp_version: '2c',
        snmp_port: port,
        snmp_timeout_sec: timeoutSec,
        snmp_repeats: 3,
        ...(telnet && { console_connection_type: 'telnet', console_port: telnet }),
      },
    },
  })
  const models = await admin.get<{ id: number; key: string }[]>('/device-model', { limit: 1000 })
  const model = models.find(({ key }) => key === 'dlink_des_3200_10_c1') ?? models[0]!
  const device = await admin.post<{ id: number }>('/device', {
    ip: address,
    name: address,
    access_id: access.id,
    model_id: model.id,
  })
  return device.id
}

test('SIGTERM ends an idle service at once, with code 0', async () => {
  const log = await endsInTime(await start(), { code: 0 })
  assert.not.match(log, /open handles|hangs/)
})

for (const [what, hang] of [
  ['a transaction is open', 'transaction'],
  ['a query does not end', 'query'],
] as const)
  test(`SIGTERM ends the service within 10 s although ${what}`, async () => {
    const log = await endsInTime(await start(hang), { code: 0 })
    assert.match(log, /queries did not end: their connections are cut/)
  })

test('SIGTERM ends the service within 10 s although the stop of a plugin hangs; the log names the plugin', async () => {
  const log = await endsInTime(await start('stop'), { code: 0 })
  assert.match(log, /"plugin":"hanging".*did not stop cleanly/)
})

test('SIGTERM ends the service within 10 s although a plugin keeps its thread busy; the log says what hung', async () => {
  const log = await endsInTime(await start('busy'), { signal: 'SIGKILL' })
  assert.match(log, /the stop hangs at \\"plugin hanging\\"; the process is ended/)
})

for (const [what, kind] of [
  ['gone', 'cut'],
  ['there and does not answer', 'freeze'],
] as const)
  test(`SIGTERM ends the service within 10 s although the database is ${what}`, async () => {
    const proxy = await startProxy(database.url)
    const service = await start('', proxy.url)
    await proxy[kind]()
    void fetch(`${service.url}/health/ready`).catch(() => undefined)
    await endsInTime(service, { code: 0 })
    await proxy.end()
  })

test('SIGTERM ends the service within 10 s although a client reads nothing', async () => {
  const service = await start()
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  for (let asked = 0; asked < 200; asked++)
    socket.write(`GET /swagger/openapi.json HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await new Promise(resolve => {
    setTimeout(resolve, 500)
  })
  await endsInTime(service, { code: 0 })
  socket.destroy()
})

test('SIGTERM ends the service within 10 s although a call to a device does not end', async () => {
  const silent: UdpSocket = createSocket('udp4')
  const address = ip(99)
  let asked = 0
  silent.on('message', () => {
    asked++
  })
  await new Promise<void>(resolve => {
    silent.bind(0, address, resolve)
  })
  const service = await start('', database.url, ['@linecard/driver-dlink'])
  const admin = await signIn(clientOf(service.url), 'admin', password)
  const id = await addDevice(admin, address, silent.address().port, { timeoutSec: 30 })
  const call = fetch(`${service.url}/api/v1/switcher-core/device/system/${id}`, {
    headers: { 'x-auth-key': admin.key! },
  }).then(
    ({ status }) => status,
    () => 0,
  )
  await until('the device is asked', () => asked > 0)
  await endsInTime(service, { code: 0 })
  assert.ok([0, 503, 504].includes(await call))
  silent.close()
})

test('SIGTERM during a change on a device: the change ends, its client has the answer, and nothing half is sent', async () => {
  const scene = await startScene(
    sceneOf([
      { kind: 'switch', name: 'sw', vendor: 'dlink', model: 'DES-3200-10/C1', console: { telnet: 0 } },
    ]),
    { port: 0 },
  )
  const [device] = scene.devices
  const service = await start('', database.url, ['@linecard/driver-dlink'])
  const admin = await signIn(clientOf(service.url), 'admin', password)
  const { telnet, typed } = device!.console!
  const id = await addDevice(admin, device!.ip, device!.port, { telnet: telnet! })
  const interfaces = await until('the interfaces are read', async () => {
    const found = await admin.get<{ id: number }[]>('/device-interface', { device_id: id, limit: 100 })
    return found.length > 0 ? found : null
  })
  const change = fetch(`${service.url}/api/v1/switcher-core/device/ctrl_port_descr/${id}`, {
    method: 'POST',
    headers: { 'x-auth-key': admin.key!, 'content-type': 'application/json' },
    body: JSON.stringify({ interface: interfaces[0]!.id, description: 'stopped' }),
  }).then(async answer => ({ status: answer.status, text: await answer.text() }))
  let early = ''
  void change.then(({ text }) => {
    early = text
  })
  await until('the device is asked to change', () => {
    assert.is(early, '')
    return typed.length > 0
  })
  await endsInTime(service, { code: 0 })
  const { status, text } = await change
  assert.is(status, 200, text)
  assert.match(text, /stopped/)
  assert.ok(
    typed.some(line => /description.*stopped/.test(line)),
    typed.join('\n'),
  )
  await scene.stop()
})

test('SIGTERM during the start ends it', async () => {
  const before = children.length
  const starting = start('setup').then(
    () => 'started',
    () => 'ended',
  )
  const child = await until('the process is there', () => children[before])
  // A start of a plugin may take 30 s.
  await new Promise(resolve => {
    setTimeout(resolve, 5_000)
  })
  child.kill('SIGTERM')
  await once(child, 'exit')
  assert.is(await starting, 'ended')
})
