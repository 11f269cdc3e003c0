import { createServer } from 'node:net'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { definePlugin, driversChanged, type Migration, type Plugin } from '@linecard/plugin-kit'
import { defineDriver } from '@linecard/driver-kit'
import { boot, StartError } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'
import { extra, things } from './support/things.ts'

const test = suite('kernel boot')
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const simple = (id: string, more: Partial<Plugin> = {}): Plugin =>
  ({ ...definePlugin({ id, api: 1, config: T.Object({}), setup: () => ({}) }), ...more }) as Plugin
/** A component that does not run refuses the start, with its reason. */
const strict = { mode: 'command', strict: true } as const
const states = (run: { components(): { key: string; state: string; reason: string | null }[] }) =>
  Object.fromEntries(run.components().map(({ key, state }) => [key, state]))

async function refused(promise: Promise<{ stop(): Promise<void> }>): Promise<string> {
  try {
    await (await promise).stop()
  } catch (error) {
    assert.instance(error, StartError)
    return (error as Error).message
  }
  throw new Error('the start was not refused')
}

test('steps run in order, and each logs its time', async () => {
  const log = new PassThrough()
  const lines: { step?: string; ms?: number; msg: string }[] = []
  log.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n')) if (line) lines.push(JSON.parse(line))
  })
  const run = await start(db.url, [things], { logTo: log, config: { log: { level: 'info' } } })
  await run.stop()
  const steps = lines.filter(({ msg }) => msg.startsWith('start: ')).map(({ step }) => step)
  assert.equal(steps, [
    'discover packages',
    'load packages',
    'open data folder',
    'open database',
    'check that the data are not of a newer version',
    'migrate kernel',
    'check drivers',
    'check vault',
    'read settings',
    'set up plugins',
    'build application',
    'listen',
    'start jobs',
  ])
  assert.ok(lines.filter(({ step }) => step).every(({ ms }) => typeof ms === 'number'))
  const stops = lines.filter(({ msg }) => msg.startsWith('stop: ')).map(({ step }) => step)
  assert.equal(stops, [
    'requests',
    'switches',
    'jobs',
    'application',
    'plugins',
    'metrics',
    'settings',
    'events',
    'processes',
    'database',
    'late errors',
  ])
})

test('a plugin that throws in setup is failed, its dependants are blocked, the rest runs', async () => {
  const run = await start(db.url, [
    things as Plugin,
    simple('bad', {
      setup() {
        throw new Error('cannot reach the moon')
      },
    }),
    simple('child', { requires: ['bad'] }),
    simple('grandchild', { requires: ['child'] }),
  ])
  try {
    assert.equal(states(run), {
      access: 'ready',
      things: 'ready',
      bad: 'failed',
      child: 'blocked',
      grandchild: 'blocked',
    })
    const component = (key: string) => run.components().find(one => one.key === key)
    assert.match(component('bad')?.reason ?? '', 'cannot reach the moon')
    assert.match(component('child')?.reason ?? '', 'needs bad, which is failed')
    assert.is((await fetch(`${run.url}/api/v1/open`)).status, 200)
    const ready = (await (await fetch(`${run.url}/health/ready`)).json()) as {
      data: { components: { key: string }[] }
    }
    assert.equal(ready.data.components.map(({ key }) => key).toSorted(), ['bad', 'child', 'grandchild'])
  } finally {
    await run.stop()
  }
  assert.is(states(run)['things'], 'stopped')
})

test('a failing migration fails only its plugin and is named', async () => {
  const run = await start(db.url, [
    things as Plugin,
    simple('broken', { migrations: [{ name: 'broken/0001_x', up: 'create tabel x ()', down: '' }] }),
  ])
  try {
    assert.is(states(run)['broken'], 'failed')
    assert.match(run.components().find(({ key }) => key === 'broken')?.reason ?? '', 'broken/0001_x')
    assert.is(states(run)['things'], 'ready')
  } finally {
    await run.stop()
  }
})

test('D: a plugin of another contract is refused with both numbers and what to do', async () => {
  const run = await start(db.url, [simple('future', { api: 2 as 1 })])
  try {
    assert.is(states(run)['future'], 'incompatible')
    assert.match(
      run.components().find(({ key }) => key === 'future')!.reason!,
      /made for contract 2, and this kernel speaks contract 1: update Linecard, or install an older version/,
    )
  } finally {
    await run.stop()
  }
})

test('a broken driver is failed, others continue', async () => {
  const good = defineDriver({
    id: 'good',
    vendor: 'Good',
    api: 1,
    models: [
      {
        key: 'good_one',
        name: 'One',
        type: 'SWITCH',
        family: { id: 'f', modules: [] },
        detect: { objectId: '1.3.6.1.4.1.99999.7' },
      },
    ],
  })
  const bad = defineDriver({
    ...good,
    id: 'zbad',
    models: [{ ...good.models[0]!, family: { id: 'Nowhere', modules: [] } }],
  })
  const seen: string[] = []
  const run = await start(
    db.url,
    [
      simple('looker', {
        setup(ctx) {
          seen.push(...ctx.drivers.map(({ id }) => id))
        },
      }),
    ],
    { drivers: [bad, good] },
  )
  try {
    assert.is(states(run)['driver-good'], 'ready')
    assert.is(states(run)['driver-zbad'], 'failed')
    assert.match(run.components().find(({ key }) => key === 'driver-zbad')?.reason ?? '', 'Nowhere')
    assert.equal(seen, ['good'])
  } finally {
    await run.stop()
  }
})

test('a driver is switched off and on; plugins are notified and see the other drivers', async () => {
  const drivers = ['one', 'two'].map((id, at) =>
    defineDriver({
      id,
      vendor: id,
      api: 1,
      models: [
        {
          key: `${id}_x`,
          name: id,
          type: 'SWITCH',
          family: { id: 'f', modules: [] },
          detect: { objectId: `1.3.6.1.4.1.99999.${at + 1}` },
        },
      ],
    }),
  )
  const seen: string[] = []
  const looker = simple('looker', {
    setup(ctx) {
      ctx.events.on(driversChanged, () => {
        seen.push(ctx.drivers.map(({ id }) => id).join(','))
      })
    },
  })
  const run = await start(db.url, [looker], { drivers, mode: 'command' })
  try {
    assert.is((await run.use('installation').setEnabled('driver-one', false)).state, 'disabled')
    assert.is((await run.use('installation').setEnabled('driver-one', true)).state, 'ready')
    assert.equal(seen, ['two', 'one,two'])
  } finally {
    await run.stop()
  }
})

test('circles and missing plugins are failed with their path; a strict start is refused', async () => {
  assert.match(
    await refused(
      start(db.url, [simple('a', { requires: ['b'] }), simple('b', { requires: ['a'] })], strict),
    ),
    'a → b → a',
  )
  assert.match(
    await refused(
      start(db.url, [simple('a', { requires: ['b'] }), simple('b', { requires: ['zz'] })], strict),
    ),
    /"a" blocked: needs b, which is failed\n.*"b" failed: requires "zz"/,
  )
})

test('plugins come after what they require, otherwise by name', async () => {
  const order: string[] = []
  const note = (id: string, more: Partial<Plugin> = {}) =>
    simple(id, {
      ...more,
      setup() {
        order.push(id)
      },
      stop() {
        order.push(`-${id}`)
      },
    })
  await (
    await start(db.url, [
      note('d'),
      note('a', { requires: ['c'] }),
      note('c'),
      note('b', { after: ['d', 'absent'] }),
    ])
  ).stop()
  assert.equal(order, ['c', 'a', 'd', 'b', '-b', '-d', '-a', '-c'])
})

test('two plugins cannot declare the same permission', async () => {
  const thief = simple('thief', { permissions: { thing_show: { label: '', description: '', group: '' } } })
  assert.match(
    await refused(start(db.url, [thief], strict)),
    '"thief" failed: the permission "thing_show" belongs to plugin "access"',
  )
})

test('a route that breaks the contract is told with plugin, method, path and what is missing', async () => {
  type Bad = { path?: string; spec: Record<string, unknown>; expect: RegExp }
  const good = {
    operationId: 'rogue.x',
    tag: 'rogue',
    summary: 'X',
    permission: 'public',
    response: T.Null(),
  }
  const without = (name: keyof typeof good) =>
    Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))
  const cases: Bad[] = [
    { spec: without('permission'), expect: /"rogue" failed: GET \/x: permission is missing/ },
    { spec: { ...good, permission: 'signed-in' }, expect: /scope is missing: "group"/ },
    { spec: { ...good, permission: 'signed-in', scope: 'mine' }, expect: /scope is missing: "group"/ },
    { spec: without('summary'), expect: /summary is missing/ },
    { spec: { ...good, deprecated: true }, expect: /deprecated must be a sentence/ },
    { spec: without('response'), expect: /response schema is missing/ },
    { spec: without('tag'), expect: /tag is missing/ },
    { spec: { ...good, tag: 'nonsense' }, expect: /tag "nonsense" is unknown/ },
    { spec: { ...good, operationId: 'other.x' }, expect: /must start with "rogue\."/ },
    { spec: { ...good, permission: 'no_such' }, expect: /permission "no_such" is declared by no plugin/ },
    {
      spec: { ...good, response: T.Object({}, { $id: 'things.Mine' }) },
      expect: /\$id must start with "rogue\."/,
    },
    {
      spec: { ...good, response: T.Unsafe({ $ref: 'rogue.Nowhere#' }) },
      expect: /rogue\.Nowhere.*declared by no plugin/,
    },
    { path: '/x/:id', spec: good, expect: /params schema lacks id/ },
  ]
  for (const { path = '/x', spec, expect } of cases) {
    const rogue = simple('rogue', {
      routes(routes) {
        routes.get(path, spec as never, () => null as never)
      },
    })
    assert.match(await refused(start(db.url, [rogue], strict)), expect)
  }
  const twice = simple('rogue', {
    routes(routes) {
      for (const path of ['/x', '/y']) routes.get(path, good, () => null)
    },
  })
  assert.match(
    await refused(start(db.url, [twice], strict)),
    /operationId "rogue\.x" is already used by GET \/x/,
  )
})

test('a wrong config key is one line that names it', async () => {
  assert.match(
    await refused(boot({ env: {}, config: { http: { prot: 1 }, colour: 'red' } })),
    /"http\.prot" is unknown; "colour" is unknown|"colour" is unknown; "http\.prot" is unknown/,
  )
  assert.match(
    await refused(boot({ env: {}, config: { http: { port: 'many' } } })),
    '"http.port" must be integer',
  )
  assert.match(
    await refused(boot({ env: {}, config: { log: { level: 'loud' } } })),
    '"log.level" must be one of debug, info',
  )
  assert.match(
    await refused(start(db.url, [things], { config: { settings: { things: { greting: 'x' } } } })),
    '"settings.things.greting" is unknown',
  )
  assert.match(await refused(start(db.url, [], { config: { settings: { nobody: {} } } })), '"nobody"')
})

test('all missing environment variables are listed together', async () => {
  const message = await refused(
    boot({ env: { SET: 'x' }, config: { data_dir: '{NOT_THERE}/{SET}', http: { host: '{HOST_TOO}' } } }),
  )
  assert.match(message, 'HOST_TOO, NOT_THERE')
})

test('settings come from the environment, then the file, then the defaults, with the types of the schema', async () => {
  const seen: unknown[] = []
  const spy = {
    ...things,
    setup(ctx: Parameters<typeof things.setup>[0]) {
      seen.push(ctx.config)
      return things.setup(ctx)
    },
  } as Plugin
  const run = await start(db.url, [spy], {
    env: { LINECARD_THINGS_LIMIT: '12', LINECARD_THINGS_HOSTS: 'a, b' },
    config: { settings: { things: { greeting: '{{NAME}}' } } },
  })
  await run.stop()
  assert.equal(seen, [{ greeting: '{NAME}', limit: 12, hosts: ['a', 'b'] }])
  assert.match(
    await refused(start(db.url, [things], { env: { LINECARD_THINGS_LIMIT: 'few' } })),
    '"settings.things.limit" must be integer',
  )
})

test('a port in use is one line', async () => {
  const other = createServer()
  await new Promise<void>(resolve => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const { port } = other.address() as { port: number }
  const message = await refused(start(db.url, [], { config: { http: { port } } }))
  assert.match(message, `127.0.0.1:${port}: the port is in use`)
  other.close()
})

test('a database that cannot be reached at start is one line, without its password', async () => {
  const message = await refused(start('postgres://me:hunter2@127.0.0.1:1/none', []))
  assert.match(message, '127.0.0.1:1')
  assert.not.match(message, 'hunter2')
  assert.not.match(message, '\n')
})

/** The key that the other starts on this database have made. */
const vaultKey = () => readFileSync(join(tmpdir(), `linecard-kernel-${process.pid}`, 'vault.key'), 'utf8')

/** A folder of packages, each of one file, and a start with them. */
function packageFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'linecard-packages-'))
  const configFile = join(dir, 'linecard.json')
  return {
    write(name: string, manifest: object, code: string) {
      const place = join(dir, 'node_modules', name)
      mkdirSync(place, { recursive: true })
      writeFileSync(
        join(place, 'package.json'),
        JSON.stringify({
          name,
          version: '3.2.1',
          description: 'Of a test',
          type: 'module',
          exports: './index.js',
          ...manifest,
        }),
      )
      writeFileSync(join(place, 'index.js'), code)
    },
    using(plugins: string[], core: string[] = []) {
      writeFileSync(
        configFile,
        JSON.stringify({ plugins, http: { port: 0 }, database: { url: '{DB}' }, log: { level: 'silent' } }),
      )
      const env = { DB: db.url, LINECARD_VAULT_KEY: vaultKey() }
      return boot({ configFile, core, env, mode: 'command' })
    },
    remove: () => rmSync(dir, { recursive: true }),
  }
}

test('packages are found from the config file, checked by their manifest, and named if they are missing', async () => {
  const { write, using, remove } = packageFolder()
  write(
    'found',
    { linecard: { kind: 'plugin', id: 'found', api: 1 } },
    `export default { id: 'found', api: 1, config: { type: 'object', properties: {} }, setup: () => ({}) }`,
  )
  write('later', { linecard: { kind: 'plugin', id: 'later', api: 9 } }, `throw new Error('must not be run')`)
  write('boom', { linecard: { kind: 'plugin', id: 'boom', api: 1 } }, `throw new Error('boom at import')`)
  write('plain', {}, '')
  try {
    const run = await using(['found', 'later', 'boom', 'plain'])
    assert.equal(states(run), { found: 'ready', later: 'incompatible', boom: 'failed', plain: 'failed' })
    const found = run.components().find(({ key }) => key === 'found')
    assert.is(found?.version, '3.2.1')
    assert.match(run.components().find(({ key }) => key === 'boom')?.reason ?? '', 'boom at import')
    await run.stop()
    assert.match(await refused(using(['absent'])), 'Package "absent" is not installed')
  } finally {
    remove()
  }
})

test('a failed plugin of the core refuses the start: without it nobody could sign in', async () => {
  const { write, using, remove } = packageFolder()
  const setup = `() => { throw new Error('no free connection') }`
  write(
    'heart',
    { linecard: { kind: 'plugin', id: 'heart', api: 1 } },
    `export default { id: 'heart', api: 1, config: { type: 'object', properties: {} }, setup: ${setup} }`,
  )
  try {
    assert.match(
      await refused(using([], ['heart'])),
      /plugin "heart" cannot run: setup threw: no free connection/,
    )
  } finally {
    remove()
  }
})

test('data of a newer version refuse the start before any table is changed, whichever plugin they belong to', async () => {
  const own = await makeDatabase()
  const one: Migration = {
    name: 'grown/0001_init',
    up: 'create table grown_first (id int)',
    down: 'drop table grown_first',
  }
  const two: Migration = {
    name: 'grown/0002_more',
    up: 'create table grown_more (id int)',
    down: 'drop table grown_more',
  }
  const young: Migration = {
    name: 'young/0001_init',
    up: 'create table young_first (id int)',
    down: 'drop table young_first',
  }
  const of = (...list: Migration[]) => simple('grown', { migrations: list })
  const tables = () => own.query(`select tablename from pg_tables where schemaname = 'public' order by 1`)
  try {
    await (await start(own.url, [of(one, two)], strict)).stop()
    const before = await tables()
    const message = await refused(start(own.url, [simple('young', { migrations: [young] }), of(one)], strict))
    assert.match(message, /newer version of grown, with grown\/0002_more\. Install that version, or restore/)
    assert.equal(await tables(), before)
  } finally {
    await own.drop()
  }
})

test('command mode has no socket and answers operations in process', async () => {
  const run = await start(db.url, [things, extra], { mode: 'command' })
  try {
    assert.is(run.url, null)
    const { status, body } = await run.request({ method: 'GET', path: '/thing', query: { limit: 5 } })
    assert.is(status, 200)
    assert.equal(body, { statusCode: 200, meta: { total: 1 }, data: [{ id: 1, name: 'one', note: null }] })
    const poor = { userId: 9, login: 'poor', permissions: new Set<string>(), groupIds: null, sessionId: null }
    assert.is((await run.request({ method: 'GET', path: '/api/v1/thing/1', as: poor })).status, 403)
    assert.is((await run.request({ method: 'POST', path: '/thing', body: { name: 'new' } })).status, 201)
  } finally {
    await run.stop()
  }
})
