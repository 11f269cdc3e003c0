import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSwitch, runningConfiguration, startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startLinecard, type Service } from '../support/command.ts'
import { adminPassword, ip } from '../support/installation.ts'

/** `kill -9` of the service while it reads or stores the configuration of a living switch: no half version. */
const test = suite('kills during backups', { level: 'full' })
const account = { login: 'noc', password: 'pw-7f3Kq9' }
const address = ip(1)
const simulated = createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name: 'kept', ip: address })
/** What is typed to read the configuration. */
const reading = /^show config /

let folder = ''
let database!: TestDatabase
let device!: Device
let service!: Service
let [key, deviceId] = ['', 0]
const children: ChildProcess[] = []
const configFile = () => join(folder, 'linecard.json')
const start = async () => {
  service = await startLinecard(configFile(), children, { LINECARD_ADMIN_PASSWORD: adminPassword })
}

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'x-auth-key': key }) },
  })
  const text = await answer.text()
  assert.ok(answer.status < 300, `${path}: ${text}`)
  return (JSON.parse(text) as { data: T }).data
}

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-backup-kills-'))
  database = await createDatabase()
  device = await startDevice({ ip: address, port: 0, simulated, console: { telnet: 0, ...account } })
  await writeFile(
    configFile(),
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { host: '127.0.0.1', port: 0 },
      database: { url: database.url },
      drivers: ['@linecard/driver-dlink', '@linecard/driver-generic'],
      plugins: ['@linecard/plugin-backups', '@linecard/plugin-macros'],
      settings: {
        equipment: { networks: ['127.0.0.0/8'], allow_loopback: true },
        system: { new_version_check: false },
        // Only what is asked for is read.
        backups: { on_by_default: false },
      },
    }),
  )
  await start()
  ;({ key } = await ask<{ key: string }>('POST', '/auth', { login: 'admin', password: adminPassword }))
  const connection = {
    snmp_port: device.port,
    console_connection_type: 'telnet',
    console_port: device.console!.telnet,
  }
  const { id: access_id } = await ask<{ id: number }>('POST', '/device-access', {
    name: 'kept',
    public_community: 'public',
    private_community: 'private',
    ...account,
    params: { sw_core_connection: connection },
  })
  const { model } = await ask<{ model: { id: number } }>('POST', '/device-detect', { ip: address, access_id })
  const row = { ip: address, name: 'kept', access_id, model_id: model.id }
  deviceId = (await ask<{ id: number }>('POST', '/device', row)).id
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await device?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const path = () => `/component/backups/${deviceId}`
const readings = () => device.console!.typed.filter(line => reading.test(line)).length
const rows = async <T extends object>(text: string) => (await database.admin.query<T>(text)).rows
const status = () => ask<{ status: string; next_at: string | null }>('GET', `${path()}/status`)
const done = () =>
  until('the device is read', async () => ['ok', 'unchanged'].includes((await status()).status), {
    everyMs: 300,
  })
const shown = async () => (await ask<{ text: string }>('GET', `${path()}/config?secrets=true`)).text

/** Changes the device through a macro. */
const describe = async (word: string) => {
  const template = `config ports 1 description ${word}`
  const { id } = await ask<{ id: number }>('POST', '/component/macros-control', { name: word, template })
  await ask('POST', '/component/macros/execute', { device: { id: deviceId }, macros: { id } })
}

/** Lines that say something. Spaces at their ends are not kept. */
const kept = (text: string) =>
  text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '' && !line.startsWith('#'))

test('a living switch is read over its console, whole', async () => {
  await ask('POST', `${path()}/run`)
  await done()
  assert.equal(kept(await shown()), kept(runningConfiguration(simulated).replaceAll('\r', '')))
  await ask('POST', `${path()}/run`)
  await until('it is unchanged', async () => (await status()).status === 'unchanged')
  assert.is((await rows('select 1 from backups_version')).length, 1)
})

/** How long after the command of the reading the service is killed, in ms. */
for (const [at, ms] of [0, 15, 60, 150].entries())
  test(`killed ${ms} ms after the device hears the command`, async () => {
    const word = `killed-${at}`
    const before = await rows<{ id: string }>('select id from backups_version')
    const typed = readings()
    await describe(word)
    await ask('POST', `${path()}/run`)
    await until('the command', () => readings() > typed || null, { everyMs: 1 })
    await sleep(ms)
    await service.end('SIGKILL')

    const halves = await rows(
      `select v.id from backups_version v left join backups_content c on c.id = v.content_id
       where c.id is null or octet_length(c.body) = 0`,
    )
    assert.equal(halves, [])
    const current = await rows('select 1 from backups_version where valid_until is null')
    assert.is(current.length, 1)
    await start()
    await done()
    assert.match(await shown(), word)
    const after = await rows<{ id: string; changed_by: string }>('select * from backups_version order by id')
    assert.is(after.length, before.length + 1)
    assert.is(after.at(-1)!.changed_by, 'admin')
  })
