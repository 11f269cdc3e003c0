import { spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, suite, until } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { clientOf, signIn } from '../support/client.ts'
import { linecard, startLinecard } from '../support/command.ts'

/** The service in a process of its own, as an operator starts it. */
const test = suite('starts', { level: 'full' })

let folder!: string
let database!: TestDatabase
const children: ChildProcess[] = []
let serial = 0

/** A valid config file with the changes of the case. */
async function configFile(change: object = {}): Promise<string> {
  const file = join(folder, `linecard-${++serial}.json`)
  await writeFile(
    file,
    JSON.stringify({
      data_dir: join(folder, 'data'),
      http: { port: 0 },
      database: { url: database.url },
      drivers: ['@linecard/driver-generic', '@linecard/driver-mikrotik'],
      ...change,
    }),
  )
  return file
}

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linecard-starts-'))
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

/** A start that must fail: it says that it starts, then in one line the cause, and its code is not 0. */
async function refused(file: string, cause: RegExp, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { code, stderr } = await linecard(['start', '--config', file], {
    env: { LINECARD_LOG_LEVEL: 'silent', ...env },
  })
  assert.is(code, 1, stderr)
  const lines = stderr.trim().split('\n')
  assert.is(lines.length, 2, stderr)
  assert.match(lines[0]!, /^Linecard \S+ starts: /)
  assert.match(lines[1]!, cause)
  assert.not.match(stderr, /\n\s+at |hunter2/)
}

test('a port in use is one clear line', async () => {
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  await refused(
    await configFile({ http: { port } }),
    new RegExp(`127\\.0\\.0\\.1:${port}.*in use.*LINECARD_PORT`),
  )
  server.close()
})

test('an unreachable database is one clear line, without its password', async () => {
  await refused(
    await configFile({ database: { url: 'postgres://linecard:hunter2@127.0.0.1:1/linecard' } }),
    /PostgreSQL at 127\.0\.0\.1:1.*DATABASE_URL/,
  )
})

test('a wrong password of the database is one clear line, without the password', async () => {
  const url = new URL(database.url)
  url.password = 'hunter2'
  await refused(
    await configFile({ database: { url: url.href } }),
    new RegExp(`PostgreSQL at 127\\.0\\.0\\.1:${url.port}.*user or password is wrong: correct DATABASE_URL`),
  )
})

test('wrong config is one clear line that names the key', async () => {
  await refused(await configFile({ http: { prot: 1 } }), /"http\.prot"|http.*prot/)
  await refused(
    await configFile({ settings: { equipment: { allow_loopbak: true } } }),
    /settings\.equipment.*allow_loopbak/,
  )
  await refused(
    await configFile({ settings: { equipment: { answer_ttl_sec: 'soon' } } }),
    /settings\.equipment\.answer_ttl_sec/,
  )
  await refused(
    await configFile({ database: { url: '{NO_SUCH_URL}' }, data_dir: '{NO_SUCH_DIR}' }),
    /NO_SUCH_DIR.*NO_SUCH_URL/,
  )
  await refused(
    await configFile({ drivers: ['@linecard/driver-nowhere'] }),
    /@linecard\/driver-nowhere.*not installed/,
  )
  await refused(join(folder, 'absent.json'), /absent\.json.*cannot be read/)
  const broken = await configFile()
  await writeFile(broken, '{ "http": ')
  await refused(broken, /is not JSON/)
})

test('a start that fails after the database was made has shown no password; the next one shows it', async () => {
  const fresh = await createDatabase()
  const server = createServer()
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  const change = { data_dir: join(folder, 'fresh'), database: { url: fresh.url }, drivers: [] }
  const failed = await linecard(['start', '--config', await configFile({ ...change, http: { port } })])
  assert.is(failed.code, 1, failed.stderr)
  assert.not.match(failed.stdout + failed.stderr, /password /)
  server.close()
  const service = await startLinecard(await configFile(change), children)
  const password = /login +admin\n +password +(\S+)/.exec(service.stdout())?.[1]
  assert.is((await signIn(clientOf(service.url), 'admin', password!)).url, service.url)
  await service.end('SIGTERM')
  await fresh.drop()
})

/** Folders that the service cannot write to, as root by a read-only file system. */
async function withReadOnly(work: (place: string) => Promise<void>): Promise<void> {
  const place = join(folder, `read-only-${++serial}`)
  await mkdir(place, { mode: 0o555 })
  const mounted =
    process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'none', place]).status === 0
  try {
    await work(place)
  } finally {
    if (mounted) spawnSync('umount', [place])
  }
}

test('a read-only data folder says that it is read-only', async () => {
  const empty = await createDatabase()
  await withReadOnly(async place => {
    const wanted = /data folder .*read-only-.* (is read-only: mount|may not be written).*"data_dir"/
    for (const url of [empty.url, null]) {
      await refused(await configFile({ data_dir: place, database: { url }, drivers: [] }), wanted)
      await refused(await configFile({ data_dir: `${place}/below`, database: { url }, drivers: [] }), wanted)
    }
  })
  await empty.drop()
})

test('an unknown command and a wrong option list what is possible, with code 1', async () => {
  for (const args of [['bogus'], ['device:list', '-o', 'xml']]) {
    const { code, stderr, stdout } = await linecard(args)
    assert.equal([code, stdout], [1, ''], stderr)
    assert.match(stderr, /error: .*(unknown command|Allowed choices are table, json, yaml)/)
  }
})

test('the first start with its own database prints a password once; stored data is there after a stop and after kill -9', async () => {
  const config = await configFile({ data_dir: join(folder, 'own'), database: { url: null } })
  const first = await startLinecard(config, children)
  const password = await until('the password', () => /password\s+(\S+)/.exec(first.stdout())?.[1])
  const admin = await signIn(clientOf(first.url), 'admin', password)
  const { id } = await admin.post<{ id: number }>('/device-access', {
    name: 'kept',
    public_community: 'c0mmunity',
  })
  assert.equal(await first.end('SIGTERM'), { code: 0, signal: null })

  const second = await startLinecard(config, children)
  assert.not.match(second.stdout(), 'password')
  const again = await signIn(clientOf(second.url), 'admin', password)
  assert.is(
    (await again.get<{ public_community: string }>(`/device-access/${id}/secrets`)).public_community,
    'c0mmunity',
  )
  await again.post('/device-access', { name: 'kept too' })
  assert.equal(await second.end('SIGKILL'), { code: null, signal: 'SIGKILL' })

  const third = await startLinecard(config, children)
  const last = await signIn(clientOf(third.url), 'admin', password)
  assert.equal(
    (await last.get<{ name: string }[]>('/device-access')).map(({ name }) => name),
    ['kept', 'kept too'],
  )
  assert.equal(await third.end('SIGTERM'), { code: 0, signal: null })
})
