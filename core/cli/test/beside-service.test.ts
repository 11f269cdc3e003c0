import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { boot } from '@linecard/kernel'
import { assert, suite } from '@linecard/test-kit'
import { acme } from '@linecard/test-kit/worlds/acme'
import { startWorld, type World } from '@linecard/test-kit/worlds/inventory'
import { program } from '@linecard/test-kit/worlds/linecard'
import { serveCommands } from '../src/service.ts'
import type { CommandSocket } from '../src/socket/server.ts'

const test = suite('commands beside a service')
let world: World
let socket: CommandSocket
let folder: string
test.before(async () => {
  world = await startWorld()
  folder = await mkdtemp(join(tmpdir(), 'linecard-beside-'))
  socket = await serveCommands(world, dirname(world.configFile), why => assert.unreachable(why))
})
test.after(async () => {
  await socket?.close()
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** One command in a process of its own, in another folder than that of the service. */
async function linecard(input: string, ...words: string[]) {
  const env = {
    ...process.env,
    LINECARD_CONFIG: world.configFile,
    LINECARD_DATABASE_URL: 'postgres://127.0.0.1:1/no',
  }
  const child = spawn(program[0], [program[1], ...words], { cwd: folder, env })
  const told = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (told.out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (told.error += String(chunk)))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...told }
}
const sequences = () =>
  world.sql<{ name: string; last: string | null }>(
    'select schemaname || sequencename as name, last_value as last from pg_sequences order by 1',
  )

test('a command runs in the service: no process, no id of a sequence, the same answer', async () => {
  const processes = () => world.sql<{ id: string }>('select id from kernel_process order by id')
  const before = [await sequences(), await processes()]
  const { code, out, error } = await linecard('', 'user:list', '-o', 'json')
  assert.is(code, 0, error)
  const { data } = (await world.http('GET', '/user?limit=10000')).body
  assert.equal(
    (JSON.parse(out) as { login: string }[]).map(({ login }) => login),
    (data as { login: string }[]).map(({ login }) => login),
  )
  assert.match((await linecard('', 'component:list')).out, /inventory +plugin +ready/)
  assert.match((await linecard('', 'help', 'user:list')).out, /Lists users/)
  assert.equal([await sequences(), await processes()], before)
})

test('without a service a command spends no id of a sequence either', async () => {
  const before = await sequences()
  assert.ok(before.some(({ name, last }) => name.endsWith('inventory_model_id_seq') && last !== null))
  const another = await boot({ configFile: world.configFile, mode: 'command', drivers: [acme], env: {} })
  assert.is((await another.request({ method: 'GET', path: '/user' })).status, 200)
  await another.stop()
  assert.equal(await sequences(), before)
})

test('a password goes to the service by standard input, and the change is recorded as before', async () => {
  const { code, out, error } = await linecard(
    'A piped secret 1\n',
    'user:add',
    'piped',
    'Owner',
    '-o',
    'json',
  )
  assert.is(code, 0, error)
  assert.not.ok((out + error).includes('secret'))
  const body = { login: 'piped', password: 'A piped secret 1' }
  assert.is((await world.http('POST', '/auth', body, null)).status, 200)
  const key = await linecard('', 'user:generate-key', 'piped', '1h', '-o', 'json')
  assert.is(key.code, 0, key.error)
  const logged = (
    await world.http('POST', '/logs/actions', { actions: ['user:added', 'user:key_added'], limit: 10 })
  ).body.data as { action: string; user: { id: number }; status: string; meta: { command?: string } }[]
  const system = world.use('auth').system().userId
  assert.equal(
    logged.map(({ action, user, status }) => [action, user.id, status]),
    [
      ['user:key_added', system, 'SUCCESS'],
      ['user:added', system, 'SUCCESS'],
    ],
  )
})

test('a failure is one line with exit code 1, and a wrong option shows how to use the command', async () => {
  const failed = await linecard('', 'user:delete', 'nobody')
  assert.equal(failed, { code: 1, out: '', error: 'linecard: there is no user "nobody"\n' })
  const wrong = await linecard('', 'user:list', '--wrong')
  assert.is(wrong.code, 1)
  assert.match(wrong.error, /unknown option '--wrong'\n\(linecard help <command>/)
})

test('files are those of the person: an export writes them, an import reads them', async () => {
  await world.http('POST', '/device-model', { key: 'ping_only', name: 'Ping only', type: 'ICMP' })
  await writeFile(join(folder, 'in.csv'), '10.5.0.1,,,,,one,ping_only\n')
  const imported = await linecard('', 'device:import', 'in.csv')
  assert.is(imported.code, 0, imported.error)
  assert.match(imported.error, /1 of 1 lines, 1 added/)
  assert.match((await linecard('', 'device:export')).out, /10\.5\.0\.1/)
  const exported = await linecard('', 'device:export', 'out.csv')
  assert.is(exported.code, 0, exported.error)
  assert.match(await readFile(join(folder, 'out.csv'), 'utf8'), /10\.5\.0\.1/)
  assert.match((await linecard('', 'device:import', 'absent.csv')).error, /there is no file absent\.csv/)
  assert.match((await linecard('', 'device:export', 'no/such.csv')).error, /cannot write no\/such\.csv/)
})
