import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '@linecard/plugin-kit/doctor'
import { assert, suite } from '@linecard/test-kit'
import { createDatabase, type TestDatabase } from '@linecard/test-kit/worlds/database'
import { openDatabase } from '@linecard/test-kit/worlds/kernel'
import { keptLog } from '@linecard/test-kit/worlds/log'
import { manifestOf } from '@linecard/test-kit/worlds/outside'
import { startServer } from '@linecard/test-kit/worlds/postgres'
import { openHome } from '../src/database/embedded/home.ts'
import { connectionsFinding, versionFinding } from '../src/doctor/server.ts'
import { spaceFinding } from '../src/doctor/folder.ts'
import { examine, nodeFinding, type ExamineOptions } from '../src/doctor/index.ts'
import { kernelMigrations } from '../src/migrations.ts'

const test = suite('what linecard doctor looks at', { level: 'full' })
const root = mkdtempSync(join(tmpdir(), 'linecard-doctor-'))
let made = 0
let database: TestDatabase
const servers: Server[] = []
test.before(async () => {
  database = await createDatabase()
})
test.after(async () => {
  for (const server of servers) server.close()
  await database?.drop()
  rmSync(root, { recursive: true, force: true })
})

const newFolder = (): string => {
  const folder = join(root, String(made++))
  mkdirSync(folder)
  return folder
}

interface Given extends Partial<Omit<ExamineOptions, 'serviceRuns'>> {
  folder?: string
  running?: boolean
}

/** Looks at an installation with this configuration, on the database of the tests. */
async function look(config: object, { folder = newFolder(), running = false, ...given }: Given = {}) {
  const configFile = join(folder, 'linecard.json')
  const whole = { data_dir: 'data', http: { port: 0 }, database: { url: database.url }, ...config }
  writeFileSync(configFile, JSON.stringify(whole), { mode: 0o600 })
  const findings = await examine({
    configFile,
    env: { PATH: process.env['PATH'] },
    serviceRuns: async () => running,
    ...given,
  })
  return { findings, folder, configFile, of: (check: string) => findings.filter(one => one.check === check) }
}

/** The only finding of a check. It tells what to do, if it is not well. */
function only(
  looked: { of(check: string): Finding[] },
  check: string,
  state: Finding['state'],
  found: RegExp | string,
) {
  const findings = looked.of(check)
  assert.is(findings.length, 1, JSON.stringify(findings))
  assert.is(findings[0]!.state, state, JSON.stringify(findings))
  assert.match(findings[0]!.found, found)
  if (state !== 'ok') assert.ok(findings[0]!.advice)
}

async function held(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a good installation has not one finding that is no ok, and nothing is made', async () => {
  const looked = await look({ drivers: ['@linecard/driver-generic'] })
  const odd = looked.findings.filter(({ check, state }) => state !== 'ok' && !/fping|traceroute/.test(check))
  assert.equal(odd, [])
  only(looked, 'configuration', 'ok', '1 drivers, 0 plugins')
  only(looked, 'packages', 'ok', '5 with the core')
  only(looked, 'data folder', 'ok', 'is not there yet')
  only(looked, 'database', 'ok', /^PostgreSQL at 127\.0\.0\.1:\d+\/linecard_test_\w+ answers$/)
  only(looked, 'tables', 'ok', 'none yet')
  only(looked, 'port', 'ok', 'any free port')
  assert.not.ok(existsSync(join(looked.folder, 'data')))
  const { rows } = await database.admin.query("select from pg_class where relname like 'kernel%'")
  assert.is(rows.length, 0)
})

test('a Node that is too old', () => {
  assert.is(nodeFinding('24.0.1').state, 'ok')
  assert.is(nodeFinding('22.19.0').state, 'fail')
})

test('a configuration that a start would refuse is the last thing that is looked at', async () => {
  const cases: [object | string, RegExp][] = [
    [{ databse: {} }, /"databse" is not (known|allowed)|databse/],
    [{ data_dir: '{NO_SUCH_NAME}' }, /variables that are not set: NO_SUCH_NAME/],
  ]
  for (const [config, found] of cases) {
    const looked = await look(config as object)
    only(looked, 'configuration', 'fail', found)
    assert.is(looked.findings.length, 2)
  }
  const none = await examine({ configFile: join(root, 'none.json'), env: {}, serviceRuns: async () => false })
  assert.match(none[1]!.found, /none\.json cannot be read: ENOENT/)
})

test('a password in a file that others may read is told, and never shown', async () => {
  const looked = await look({})
  chmodSync(looked.configFile, 0o644)
  const findings = await examine({
    configFile: looked.configFile,
    env: { PATH: process.env['PATH'] },
    serviceRuns: async () => false,
  })
  const [, warning] = findings.filter(({ check }) => check === 'configuration')
  assert.is(warning?.state, 'warn')
  assert.match(warning!.advice!, 'chmod 600')
  assert.not.match(JSON.stringify(findings), new URL(database.url).password)
})

test('packages that are missing, of another contract or without what they require are all named', async () => {
  const folder = newFolder()
  const packages = {
    'plugin-future': [manifestOf('plugin-future', 'plugin', 'future', 2), 'throw new Error()'],
    'plugin-lonely': [
      manifestOf('plugin-lonely', 'plugin', 'lonely'),
      "export default { id: 'lonely', api: 1, requires: ['nobody'], config: { type: 'object' }, setup() {} }",
    ],
  }
  for (const [name, [manifest, code]] of Object.entries(packages)) {
    mkdirSync(join(folder, 'node_modules', name, 'src'), { recursive: true })
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), manifest!)
    // Node strips no types below node_modules.
    writeFileSync(join(folder, 'node_modules', name, 'src/index.js'), code!)
    const json = JSON.parse(manifest!) as object
    const file = join(folder, 'node_modules', name, 'package.json')
    writeFileSync(file, JSON.stringify({ ...json, exports: './src/index.js' }))
  }
  const looked = await look(
    { plugins: ['plugin-future', 'plugin-lonely', 'plugin-none'], drivers: ['driver-none'] },
    { folder },
  )
  const found = looked.of('packages').map(({ state, found: text }) => `${state} ${text}`)
  assert.is(found.length, 4, found.join('\n'))
  assert.match(found[0]!, /fail Package "plugin-none" is not installed/)
  assert.match(found[1]!, /fail Package "driver-none" is not installed/)
  assert.ok(found.some(text => /future" incompatible: made for contract 2/.test(text)))
  assert.ok(found.some(text => /lonely" failed: requires "nobody", which is not there/.test(text)))
})

test('no driver, settings that do not fit and a variable with a typing error', async () => {
  const looked = await look(
    {
      settings: {
        equipment: { max_sessions: 'many' },
        identity: { trusted_networks: ['0.0.0.0/0'] },
        kite: {},
      },
    },
    { env: { PATH: process.env['PATH'], LINECARD_PROT: '1' } },
  )
  only(looked, 'drivers', 'warn', 'none is named')
  const settings = looked.of('settings').map(({ state, found }) => `${state} ${found}`)
  assert.is(settings.length, 3, settings.join('\n'))
  assert.ok(settings.some(text => /fail .*"settings\.equipment\.max_sessions"/.test(text)))
  assert.ok(settings.some(text => /fail .*"settings\.identity\.trusted_networks/.test(text)))
  assert.ok(settings.some(text => /there are settings for "kite"/.test(text)))
  only(looked, 'environment', 'warn', 'LINECARD_PROT is set, and nothing reads it')
})

test('a data folder that others can open, a key that others can read, and a file in its place', async () => {
  const folder = newFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  only(await look({}, { folder }), 'data folder', 'ok', 'mode 700')
  chmodSync(dataDir, 0o755)
  const open = await look({}, { folder })
  only(open, 'data folder', 'warn', 'is open to other users of this machine (mode 755)')
  assert.is(open.of('data folder')[0]!.advice, `chmod 700 ${dataDir}`)
  assert.equal(open.of('vault key'), [])
  writeFileSync(join(dataDir, 'vault.key'), 'key', { mode: 0o644 })
  only(await look({}, { folder }), 'vault key', 'fail', 'is open to other users')

  writeFileSync(join(folder, 'file'), '')
  for (const place of ['file', 'file/below'])
    only(await look({ data_dir: place }, { folder }), 'data folder', 'fail', 'is not a folder')
})

test('a disk that is nearly full', () => {
  const gigabyte = 2 ** 30
  assert.equal(
    [20, 3, 0.1].map(free => spaceFinding(free * gigabyte, '/data').state),
    ['ok', 'warn', 'fail'],
  )
})

test('a database that cannot be reached, with the reason and without the password', async () => {
  const at = (change: Partial<URL>) => Object.assign(new URL(database.url), change).href
  const cases: [url: string, found: RegExp][] = [
    ['postgres://u:s3cr3t-w0rd@127.0.0.1:1/x', /127\.0\.0\.1:1\/x: nothing listens there/],
    [at({ password: 's3cr3t-w0rd' }), /user or password is wrong/],
    [
      at({ pathname: '/linecard_none', password: new URL(database.url).password }),
      /the database does not exist/,
    ],
    ['postgres://u:123/s3cr3t-w0rd@127.0.0.1/x', /not of the form/],
  ]
  for (const [url, found] of cases) {
    const looked = await look({ database: { url } })
    only(looked, 'database', 'fail', found)
    assert.not.match(JSON.stringify(looked.findings), 's3cr3t-w0rd')
    assert.equal(looked.of('tables'), [])
    only(looked, 'port', 'ok', 'any free port')
  }
})

test('rights that a role lacks: tables, then schemas and extensions', async () => {
  const role = `linecard_doctor_${process.pid}`
  const { admin } = database
  const name = new URL(database.url).pathname.slice(1)
  await admin.query(`create role ${role} login password 'role-secret'`)
  try {
    const url = Object.assign(new URL(database.url), { username: role, password: 'role-secret' }).href
    const seen = async () => look({ database: { url } })
    const none = await seen()
    only(none, 'database rights', 'fail', `${role} may not make tables in schema public`)
    assert.match(none.of('database rights')[0]!.advice!, `grant create on schema public to "${role}"`)
    await admin.query(`grant create on schema public to ${role}`)
    only(await seen(), 'database rights', 'fail', 'may not make schemas and extensions')
    await admin.query(`grant create on database ${name} to ${role}`)
    only(await seen(), 'database rights', 'ok', 'may make tables, schemas and extensions')
  } finally {
    await admin.query(`drop owned by ${role}`)
    await admin.query(`drop role ${role}`)
  }
})

test('a database in another encoding, and a server that is too old', async () => {
  const name = `linecard_ascii_${process.pid}`
  await database.admin.query(
    `create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  )
  try {
    const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href
    only(await look({ database: { url } }), 'database encoding', 'fail', 'SQL_ASCII')
  } finally {
    await database.admin.query(`drop database ${name}`)
  }
  only(await look({}), 'database version', 'ok', /^PostgreSQL \d+/)
  assert.is(versionFinding('14.9', 140_009).state, 'fail')
})

test('fewer connections than the pools of service and workers need', async () => {
  const name = new URL(database.url).pathname.slice(1)
  // Others may use the server of the tests at the same time, and leave little room.
  const [first] = (await look({})).of('database connections')
  assert.match(first!.found, '1 service and 1 workers open up to 33 connections')
  await database.admin.query(`alter database ${name} connection limit 32`)
  try {
    only(await look({}), 'database connections', 'fail', 'the server allows 32')
    const few = (await look({ workers: { processes: 0 } })).of('database connections')
    assert.match(few[0]!.found, 'open up to 21')
    assert.is.not(few[0]!.state, 'fail')
  } finally {
    await database.admin.query(`alter database ${name} connection limit -1`)
  }
  const others = { most: 97, others: 70, services: 1, workers: 4 }
  assert.is(connectionsFinding(others, 1).state, 'warn')
  assert.is(connectionsFinding({ ...others, others: 0, workers: 1 }, 1).state, 'ok')
  assert.match(connectionsFinding(others, 9).found, '9 workers')
})

test('a clock that differs from that of the database', async () => {
  const states = [0, 5_000, -120_000].map(async apart => {
    const looked = await look({}, { clock: () => Date.now() + apart })
    return looked.of('clock').map(({ state }) => state)
  })
  assert.equal(await Promise.all(states), [['ok'], ['warn'], ['fail']])
})

test('tables of a newer version, a changed migration, and migrations that wait', async () => {
  const own = await createDatabase()
  const opened = await openDatabase({ url: own.url, dataDir: root, entities: [], log: keptLog() })
  await opened.migrate('kernel', kernelMigrations)
  await opened.stop()
  const seen = () => look({ database: { url: own.url } })
  const applied = `${kernelMigrations.length} migrations applied, \\d+ wait for the next start`
  only(await seen(), 'tables', 'ok', new RegExp(applied))
  await own.admin.query("insert into mikro_orm_migrations (name) values ('gone/0001_plugin')")
  only(await seen(), 'tables', 'ok', 'migrations applied')
  await own.admin.query("insert into mikro_orm_migrations (name) values ('kernel/9999_future')")
  only(
    await seen(),
    'tables',
    'fail',
    'a newer version of Linecard or of a plugin has changed them: kernel/9999_future',
  )
  await own.admin.query("delete from mikro_orm_migrations where name = 'kernel/9999_future'")
  await own.admin.query(
    "update mikro_orm_migrations set checksum = repeat('0', 64) where name = 'kernel/0003_job'",
  )
  only(await seen(), 'tables', 'fail', 'the text of an applied migration was changed: kernel/0003_job')
  await own.drop()
})

test('what operators have set counts, as it is stored', async () => {
  const own = await createDatabase()
  const opened = await openDatabase({ url: own.url, dataDir: root, entities: [], log: keptLog() })
  await opened.migrate('kernel', kernelMigrations)
  await opened.stop()
  const check = 'equipment.allow_loopback'
  assert.equal((await look({ database: { url: own.url } })).of(check), [])
  await own.admin.query(
    `insert into kernel_setting (component, key, value, sealed, updated_by)
    values ('equipment', 'allow_loopback', 'true', false, 'admin')`,
  )
  only(await look({ database: { url: own.url } }), check, 'warn', 'on: services of this machine')
  await own.drop()
})

test('the embedded server: not made, running, not running, made by another version; it is never started', async () => {
  const embedded = { database: { url: null }, drivers: ['@linecard/driver-generic'] }
  const none = await look(embedded)
  only(none, 'database', 'ok', 'not made yet; made and started by linecard start')
  assert.not.ok(existsSync(join(none.folder, 'data')))

  const server = await startServer()
  const seen = () => look({ ...embedded, data_dir: server.dataDir })
  try {
    const running = await seen()
    only(running, 'database', 'ok', /^embedded PostgreSQL at 127\.0\.0\.1:\d+\/postgres answers$/)
    only(running, 'database rights', 'ok', 'may make tables')
    const home = await openHome(server.dataDir, keptLog())
    assert.not.match(JSON.stringify(running.findings), home.password)
    await server.crash()
    for (let times = 0; times < 2; times++)
      only(await seen(), 'database', 'ok', 'not running; started by linecard start')
    writeFileSync(join(home.data, 'PG_VERSION'), '17\n')
    only(await seen(), 'database', 'fail', 'was made by PostgreSQL 17 and this is 18')
    writeFileSync(join(home.data, 'PG_VERSION'), '18\n')
  } finally {
    await server.start()
    await server.end()
  }
})

test('a port that another program holds is not ours, also if it answers while our service runs', async () => {
  const free = createServer()
  const port = await held(free)
  only(await look({ http: { port } }), 'port', 'fail', 'the port is in use by another process')

  const ours = await held(createHttp((_, answer) => void answer.end('{"data":{"status":"Up"}}')))
  const strange = await held(createHttp((_, answer) => void answer.end('{"data":{}}')))
  only(
    await look({ http: { port: ours } }, { running: true }),
    'port',
    'ok',
    'is that of the running service',
  )
  only(await look({ http: { port: ours } }), 'port', 'fail', 'in use')
  only(await look({ http: { port: strange } }, { running: true }), 'port', 'fail', 'in use')
  free.close()
  await once(free, 'close')
  only(await look({ http: { port } }), 'port', 'ok', `127.0.0.1:${port} is free`)
  only(await look({ http: { host: '192.0.2.77' } }), 'port', 'fail', 'this machine has no such address')
})

test('proxies that let any client choose its address, and a port without TLS for everybody', async () => {
  const seen = (http: object) => look({ http: { port: 0, ...http } })
  for (const wide of ['0.0.0.0/0', '::/0', '10.0.0.0/7'])
    only(await seen({ trusted_proxies: ['127.0.0.1', wide] }), 'proxies', 'fail', `has ${wide}: any client`)
  only(await seen({ trusted_proxies: ['proxy'] }), 'proxies', 'fail', 'neither an address nor a network')
  only(await seen({ trusted_proxies: ['10.0.0.7', 'fd00::/48'] }), 'proxies', 'ok', '10.0.0.7, fd00::/48')
  only(await seen({ host: '0.0.0.0' }), 'proxies', 'warn', 'plain HTTP and no proxy is named')
})

test('passwords of databases are masked in whatever a plugin says, and its failure is one finding', async () => {
  const folder = newFolder()
  const write = (name: string, body: string) => {
    const at = join(folder, name)
    mkdirSync(at)
    const manifest = { ...(JSON.parse(manifestOf(name, 'plugin', name)) as object), exports: './index.js' }
    writeFileSync(join(at, 'package.json'), JSON.stringify(manifest))
    const code = `export default { id: '${name}', api: 1, config: { type: 'object' }, setup() {}, doctor() { ${body} } }`
    writeFileSync(join(at, 'index.js'), code)
    return `./${name}`
  }
  const url = 'postgres://u:s3cr3t-w0rd@h/d'
  const plugins = [
    write('talker', `return [{ check: 'talk', state: 'warn', found: '${url}', advice: '${url}' }]`),
    write('thrower', `throw new Error('no ${url}')`),
  ]
  const looked = await look({ plugins }, { folder })
  only(looked, 'talk', 'warn', 'postgres://u:***@h/d')
  only(looked, 'thrower', 'fail', 'could not be looked at: no postgres://u:***@h/d')
  assert.not.match(JSON.stringify(looked.findings), 's3cr3t-w0rd')
})
