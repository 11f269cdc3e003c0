import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSwitch, runningConfiguration, startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { startLinecard, type Service } from '../support/command.ts'
import { adminPassword, ip } from '../support/installation.ts'

/** `kill -9` of the service after each command of a macro on a living switch: the next start tells the truth. */
const test = suite('kills during macros', { level: 'full' })
const account = { login: 'noc', password: 'pw-7f3Kq9' }
const simulated = createSwitch({ vendor: 'dlink', model: 'DES-3200-28/C1', name: 'killed', ip: ip(1) })
const of = 5

interface Run {
  id: number
  status: string
  done: number
  of: number
  commands: { at: number; command: string; success: boolean }[]
  error: { code: string } | null
}
interface Answer {
  status: number
  replayed: string | null
  body: { data: never; error?: { code: string; details: { path: string; record?: number }[] } }
}

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

async function ask(method: string, path: string, body?: object, headers = {}): Promise<Answer> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'x-auth-key': key }),
      ...headers,
    },
  })
  const replayed = answer.headers.get('idempotency-replayed')
  return { status: answer.status, replayed, body: (await answer.json()) as Answer['body'] }
}
async function must<T>(path: string, body: object): Promise<T> {
  const answer = await ask('POST', path, body)
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-macro-kills-'))
  database = await createDatabase()
  device = await startDevice({ ip: ip(1), port: 0, simulated, console: { telnet: 0, ...account } })
  await writeFile(
    configFile(),
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { host: '127.0.0.1', port: 0 },
      database: { url: database.url },
      drivers: ['@linecard/driver-dlink', '@linecard/driver-generic'],
      plugins: ['@linecard/plugin-macros'],
      settings: {
        equipment: { networks: ['127.0.0.0/8'], allow_loopback: true },
        system: { new_version_check: false },
      },
    }),
  )
  await start()
  ;({ key } = await must<{ key: string }>('/auth', { login: 'admin', password: adminPassword }))
  const { id: access_id } = await must<{ id: number }>('/device-access', {
    name: 'killed',
    public_community: 'public',
    private_community: 'private',
    ...account,
    params: {
      sw_core_connection: {
        snmp_port: device.port,
        console_connection_type: 'telnet',
        console_port: device.console!.telnet,
      },
    },
  })
  const { model } = await must<{ model: { id: number } }>('/device-detect', { ip: ip(1), access_id })
  const row = { ip: ip(1), name: 'killed', access_id, model_id: model.id }
  deviceId = (await must<{ id: number }>('/device', row)).id
})
test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await device?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

const typed = () => device.console!.typed.filter(line => line.startsWith('config ports'))
const commandsOf = (word: string) =>
  Array.from({ length: of }, (_, at) => `config ports ${at + 1} description ${word}-${at + 1}`)
const runs = async () => (await ask('GET', '/component/macros/runs')).body.data as Run[]
const shown = async (id: number) => (await ask('GET', `/component/macros/runs/${id}`)).body.data as Run

const storedOf = async (word: string): Promise<number> =>
  (
    await database.admin.query<{ done: number }>(
      `select count(*)::int as done from macros_run_command c join macros_run r on r.id = c.run_id
         where r.macro_name = $1`,
      [word],
    )
  ).rows[0]!.done

/** How many commands the device has made, by its own configuration. They are the first ones. */
function madeOf(word: string): number {
  const text = runningConfiguration(simulated)
  const made = commandsOf(word).map((_, at) => text.includes(`${word}-${at + 1}"`))
  const count = made.filter(Boolean).length
  assert.equal(
    made,
    made.map((_, at) => at < count),
    text,
  )
  return count
}

/** `sent`: the moment the device hears the command; `stored`: the moment the service tells that it is done. */
const moments = [1, 2, 3, 4, 5].flatMap(
  k =>
    (k % 2
      ? [['sent', k]]
      : [
          ['sent', k],
          ['stored', k],
        ]) as ['sent' | 'stored', number][],
)

for (const [moment, k] of moments)
  test(`killed when command ${k} of ${of} is ${moment}`, async () => {
    const word = `${moment}${k}`
    const macro = await must<{ id: number }>('/component/macros-control', {
      name: word,
      template: commandsOf(word)
        .map(line => `${line} <sleep 0.2>`)
        .join('\n'),
    })
    const request = { device: { id: deviceId }, macros: { id: macro.id } }
    const execute = (name: string) =>
      ask('POST', '/component/macros/execute', request, { 'idempotency-key': name })
    const before = typed().length
    const cut = execute(word).then(
      answer => answer,
      () => null,
    )
    const reached = async () =>
      moment === 'sent' ? typed().length - before >= k : (await storedOf(word)) >= k
    await until(`command ${k}`, async () => (await reached()) || null, { everyMs: 2 })
    await service.end('SIGKILL')
    assert.is(await cut, null)
    await start()

    const id = await until('the run is shown', async () => (await runs())[0]?.id)
    const run = await until('the run is lost', async () => {
      const one = await shown(id)
      return one.status === 'RUNNING' ? null : one
    })
    const made = madeOf(word)
    const told = JSON.stringify(run)
    assert.equal([run.status, run.of, run.error!.code], ['LOST', of, 'MACROS_LOST'], told)
    assert.equal(
      run.commands.map(({ command, success }) => [command, success]),
      commandsOf(word)
        .slice(0, run.done)
        .map(command => [command, true]),
    )
    assert.ok(run.done <= made && made <= run.done + 1, `${made} made, told: ${told}`)
    assert.ok(run.done >= (moment === 'sent' ? k - 1 : k), told)

    const count = typed().length
    for (let again = 0; again < 2; again++) {
      const answer = await execute(word)
      assert.equal([answer.status, answer.body.error!.code], [502, 'DEVICE_OUTCOME_UNKNOWN'])
      const { record } = answer.body.error!.details.find(({ path }) => path === 'record')!
      // Nothing can be read back of console commands: who looks at the device decides.
      await ask('POST', `/logs/actions/${record}/verify`)
    }
    assert.is(typed().length, count)
    const anew = await execute(`${word}-anew`)
    assert.equal([anew.status, madeOf(word)], [200, of], JSON.stringify(anew.body))
  })
