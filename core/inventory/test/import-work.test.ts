import { Type as T } from 'typebox'
import { definePlugin, type ApiError, type Caller, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { layoutOf } from '../src/transfer/import/columns.ts'
import type { Profile } from '../src/transfer/import/known-profiles.ts'
import { outcome, type Outcome } from '../src/transfer/import/outcome.ts'
import type { Profiles } from '../src/transfer/import/profiles.ts'
import type { Work } from '../src/transfer/import/progress.ts'
import type { Entry } from '../src/transfer/import/row.ts'
import { workThrough } from '../src/transfer/import/work.ts'
import { write } from '../src/transfer/import/write.ts'

/** Lines of a file on their way into the database. */
const test = suite('import: what is written')
let world: World
let ctx!: Context
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory', 'equipment'],
  config: T.Object({}),
  setup(own) {
    ctx = own as Context
  },
})
const em = () => ctx.em() as SqlEntityManager
const all: Caller = { userId: 1, login: 'admin', permissions: new Set(), groupIds: null, sessionId: null }
const north: Caller = { ...all, groupIds: [1] }

test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
  await world.sql(`insert into inventory_group (id, name) values (1, 'north'), (2, 'south')`)
  await world.sql(`insert into inventory_model (id, key, name, type) values (901, 'acme', 'Acme', 'SWITCH')`)
  await world.sql(`insert into inventory_access (id, name) values (801, 'field')`)
  await world.sql(`select setval(pg_get_serial_sequence('inventory_device', 'id'), 1000)`)
})
test.after(() => world?.stop())
/** A case that begins with device 11 of group 1 and device 12 of group 2. */
const fresh = (name: string, run: () => Promise<void>) =>
  test(name, async () => {
    await world.sql('delete from inventory_import')
    await world.sql('delete from inventory_device')
    await world.sql(`
      insert into inventory_device (id, ip, name, location, group_id, enabled)
      values (11, '10.9.0.1', 'mine', 'attic', 1, false), (12, '10.9.0.2', 'foreign', '', 2, false)`)
    await run()
  })

const entryOf = (ip: string, more: Partial<Entry> = {}): Entry => ({
  ip,
  secrets: {},
  name: null,
  model: null,
  access: null,
  group: null,
  location: null,
  description: null,
  mac: null,
  serial: null,
  enabled: null,
  coordinates: null,
  ...more,
})
type Plan = NonNullable<Outcome['plan']>
const planOf = (entry: Entry, more: Partial<Plan> = {}): Plan => ({
  entry,
  modelId: null,
  groupId: 1,
  profile: null,
  ...more,
})
/** Device 10.9.0.`n` is to be added, or changed. */
const adds = (n: number, entry: Partial<Entry> = {}, plan: Partial<Plan> = {}, more: Partial<Outcome> = {}) =>
  outcome(n, `10.9.0.${n}`, 'would_add', { plan: planOf(entryOf(`10.9.0.${n}`, entry), plan), ...more })
const changes = (deviceId: number, entry: Partial<Entry>, plan: Partial<Plan> = {}) => {
  const ip = `10.9.0.${deviceId - 10}`
  return outcome(deviceId, ip, 'would_update', {
    deviceId,
    plan: planOf(entryOf(ip, entry), { groupId: null, ...plan }),
  })
}

const nobody: Profiles = {
  named: () => undefined,
  of: () => null,
  store: async () => new Map(),
  commit: () => undefined,
}
const written = (outcomes: Outcome[], { caller = all, profiles = nobody } = {}) =>
  em().transactional(inner => write(inner as SqlEntityManager, caller, profiles, outcomes))
const device = async (ip: string) =>
  (
    await world.sql<Record<string, unknown>>(
      `select id, name, location, description, mac, serial, enabled, coordinates, model_id, group_id, access_id
       from inventory_device where ip = $1`,
      [ip],
    )
  )[0]

fresh('a line becomes a device, and what it does not say has its usual value', async () => {
  const outcomes = [
    adds(21),
    adds(
      22,
      {
        name: 'shed',
        location: 'yard',
        description: 'd',
        mac: '02:00:00:00:00:01',
        serial: 's',
        enabled: false,
        coordinates: { lat: 1, lon: 2 },
      },
      { modelId: 901, groupId: 2 },
    ),
  ]
  const { added, updated } = await written(outcomes)
  const [first, second] = [await device('10.9.0.21'), await device('10.9.0.22')]
  assert.equal([added, updated], [[first!['id'], second!['id']], []])
  assert.equal(
    { ...first, id: 0 },
    {
      id: 0,
      name: '',
      location: '',
      description: '',
      mac: '',
      serial: '',
      enabled: true,
      coordinates: null,
      model_id: null,
      group_id: 1,
      access_id: null,
    },
  )
  assert.equal(
    { ...second, id: 0 },
    {
      id: 0,
      name: 'shed',
      location: 'yard',
      description: 'd',
      mac: '02:00:00:00:00:01',
      serial: 's',
      enabled: false,
      coordinates: { lat: 1, lon: 2 },
      model_id: 901,
      group_id: 2,
      access_id: null,
    },
  )
  assert.equal(
    outcomes.map(({ result, deviceId }) => [result, deviceId]),
    [
      ['added', first!['id']],
      ['added', second!['id']],
    ],
  )
})

fresh('what the line says goes before what the device said', async () => {
  const found = { model_id: 901, name: 'told', location: 'told', mac: '02:00:00:00:00:02', serial: 'told' }
  await written([
    adds(23, {}, {}, { found }),
    adds(24, { name: 'said', location: 'said', mac: '02:00:00:00:00:03', serial: 'said' }, {}, { found }),
  ])
  const values = async (ip: string) => {
    const { name, location, mac, serial, model_id } = (await device(ip))!
    return [name, location, mac, serial, model_id]
  }
  assert.equal(await values('10.9.0.23'), ['told', 'told', '02:00:00:00:00:02', 'told', 901])
  assert.equal(await values('10.9.0.24'), ['said', 'said', '02:00:00:00:00:03', 'said', 901])
})

fresh('an address that somebody has added meanwhile is known, and its device stays', async () => {
  const outcomes = [adds(1, { name: 'other' })]
  assert.equal((await written(outcomes)).added, [])
  assert.equal(
    [outcomes[0]!.result, outcomes[0]!.code, outcomes[0]!.deviceId],
    ['known', 'INVENTORY_ROW_KNOWN', null],
  )
  assert.is((await device('10.9.0.1'))!['name'], 'mine')
})

fresh('a change keeps what the line does not say', async () => {
  const outcomes = [changes(11, { name: 'renamed', enabled: true })]
  const { added, updated } = await written(outcomes, { caller: north })
  assert.equal([added, updated, outcomes[0]!.result], [[], [11], 'updated'])
  const { name, location, enabled, group_id } = (await device('10.9.0.1'))!
  assert.equal([name, location, enabled, group_id], ['renamed', 'attic', true, 1])
  await written([changes(11, { location: 'cellar' }, { groupId: 2, modelId: 901 })])
  const moved = (await device('10.9.0.1'))!
  assert.equal(
    [moved['name'], moved['location'], moved['group_id'], moved['model_id']],
    ['renamed', 'cellar', 2, 901],
  )
})

fresh('a device that went to another group meanwhile is not changed by who does not see it', async () => {
  const outcomes = [changes(11, { name: 'a' }), changes(12, { name: 'stolen' })]
  assert.equal((await written(outcomes, { caller: north })).updated, [11])
  assert.equal(
    outcomes.map(({ result, code }) => [result, code]),
    [
      ['updated', null],
      ['known', 'INVENTORY_ROW_KNOWN'],
    ],
  )
  assert.is((await device('10.9.0.2'))!['name'], 'foreign')
})

fresh('lines that are not to be written are not', async () => {
  const outcomes = [
    { ...adds(25), result: 'invalid' as const },
    { ...adds(26), plan: null },
    { ...changes(11, { name: 'x' }), result: 'known' as const },
  ]
  assert.equal(await written(outcomes), { added: [], updated: [], profiles: new Map() })
  assert.equal(
    [await device('10.9.0.25'), await device('10.9.0.26'), (await device('10.9.0.1'))!['name']],
    [undefined, undefined, 'mine'],
  )
})

fresh('a device gets its profile, also one that is created with it', async () => {
  const [stored, made] = [{ id: 801 }, { id: null }] as unknown as [Profile, Profile]
  const wanted: Profile[] = []
  const profiles: Profiles = {
    ...nobody,
    async store(_em, of) {
      wanted.push(...of)
      return new Map([[made, 801]])
    },
  }
  const { profiles: ids } = await written(
    [adds(27, {}, { profile: stored }), adds(28, {}, { profile: made }), adds(29)],
    { profiles },
  )
  assert.equal([wanted, [...ids]], [[stored, made], [[made, 801]]])
  const access = async (n: number) => (await device(`10.9.0.${n}`))!['access_id']
  assert.equal([await access(27), await access(28), await access(29)], [801, 801, null])
})

/** A run of a file that this process holds. */
async function workOf(
  lines: readonly string[][],
  more: Partial<Work> = {},
): Promise<Work & { soon: number[] }> {
  const [run] = await world.sql<{ id: number }>(
    `insert into inventory_import (user_id, login, dry_run, atomic, update_known, status, process_id)
     values (1, 'admin', false, false, false, 'running', $1) returning id`,
    [ctx.processes.id],
  )
  const soon: number[] = []
  return {
    inventory: {
      ctx,
      refresher: { soon: (id: number) => void soon.push(id) },
    } as unknown as Work['inventory'],
    importId: run!.id,
    held: { id: run!.id, processId: ctx.processes.id },
    caller: all,
    layout: layoutOf(['ip', 'name', 'model']),
    references: {
      model: (key: string | null) => (key === null ? null : 901),
      modelByKey: () => null,
      group: () => 1,
      groupIds: [1, 2],
    },
    profiles: nobody,
    update: true,
    signal: new AbortController().signal,
    table: {
      async *lines() {
        for (const [at, cells] of lines.entries()) yield { line: at + 2, cells }
      },
    } as unknown as Work['table'],
    dryRun: false,
    atomic: false,
    atOnce: 4,
    progress: { done: 0, counts: {} },
    soon,
    ...more,
  }
}
const report = (id: number) =>
  world.sql<{ line: number; result: string }>(
    'select line, result from inventory_import_row where import_id = $1 order by line',
    [id],
  )
const codeOf = async (work: Promise<unknown>) => ((await failureOf(work)) as ApiError).code
const good = [
  ['10.9.0.31', 'a', 'acme'],
  ['10.9.0.1', 'renamed', ''],
]

fresh('a file is worked through: devices, their report, and who is read soon', async () => {
  const work = await workOf([...good, ['10.9.0.31', 'twice', 'acme'], ['no address', 'x', '']])
  assert.is(await workThrough(work), 'done')
  assert.equal(work.progress, { done: 4, counts: { added: 1, updated: 1, duplicate: 1, invalid: 1 } })
  assert.equal(
    (await report(work.importId)).map(({ result }) => result),
    ['added', 'updated', 'duplicate', 'invalid'],
  )
  assert.equal([(await device('10.9.0.31'))!['name'], (await device('10.9.0.1'))!['name']], ['a', 'renamed'])
  assert.equal(work.soon, [(await device('10.9.0.31'))!['id'], 11])
})

fresh('a run that another process has taken over writes nothing more', async () => {
  const work = await workOf(good)
  await world.sql('update inventory_import set process_id = gen_random_uuid() where id = $1', [work.importId])
  assert.is(await codeOf(workThrough(work)), 'INVENTORY_IMPORT_TAKEN')
  assert.equal(
    [await device('10.9.0.31'), (await device('10.9.0.1'))!['name'], await report(work.importId)],
    [undefined, 'mine', []],
  )
})

fresh('a dry run that another process has taken over keeps no report', async () => {
  const work = await workOf(good, { dryRun: true })
  await world.sql(`update inventory_import set status = 'interrupted' where id = $1`, [work.importId])
  assert.is(await codeOf(workThrough(work)), 'INVENTORY_IMPORT_TAKEN')
  assert.equal(await report(work.importId), [])
})

fresh('a dry run says what would be done, and writes no device', async () => {
  const work = await workOf(good, { dryRun: true })
  assert.is(await workThrough(work), 'done')
  assert.equal([await device('10.9.0.31'), (await device('10.9.0.1'))!['name']], [undefined, 'mine'])
  assert.equal([work.progress.counts, work.soon], [{ would_add: 1, would_update: 1 }, []])
  assert.equal(
    (await report(work.importId)).map(({ result }) => result),
    ['would_add', 'would_update'],
  )
})

fresh('all or none: one line that is not good keeps all others back', async () => {
  const work = await workOf([...good, ['no address', 'x', '']], { atomic: true })
  assert.is(await workThrough(work), 'refused')
  assert.equal(
    [await device('10.9.0.31'), (await device('10.9.0.1'))!['name'], work.soon],
    [undefined, 'mine', []],
  )
})

fresh('all or none: good lines are written together, and a dry run of them writes none', async () => {
  const dry = await workOf(good, { atomic: true, dryRun: true })
  assert.equal([await workThrough(dry), await device('10.9.0.31')], ['done', undefined])
  await world.sql('delete from inventory_import')
  const work = await workOf(good, { atomic: true })
  assert.is(await workThrough(work), 'done')
  assert.equal(JSON.parse(JSON.stringify(work.progress.counts)), { added: 1, updated: 1 })
  assert.equal(
    (await report(work.importId)).map(({ result }) => result),
    ['added', 'updated'],
  )
  assert.is((await device('10.9.0.1'))!['name'], 'renamed')
})

fresh('a run that goes on does not examine again what its report has', async () => {
  const work = await workOf([...good, ['10.9.0.32', 'b', 'acme']])
  await world.sql(
    `insert into inventory_import_row (import_id, line, ip, result, device_id) values
      ($1, 2, '10.9.0.31', 'added', 11), ($1, 3, '10.9.0.1', 'updated', 12)`,
    [work.importId],
  )
  assert.is(await workThrough(work), 'done')
  assert.equal(work.progress, { done: 3, counts: { added: 2, updated: 1 } })
  assert.equal([await device('10.9.0.31'), (await device('10.9.0.1'))!['name']], [undefined, 'mine'])
  assert.equal(work.soon, [11, 12, (await device('10.9.0.32'))!['id']])
  const again = await workOf([], {})
  assert.is(await workThrough({ ...work, progress: again.progress, soon: [] } as Work), 'done')
  assert.is(again.progress.done, 3)
})

fresh('a run that is cancelled ends with the reason', async () => {
  const work = await workOf(good, { signal: AbortSignal.abort(new Error('no longer wanted')) })
  assert.match((await failureOf(workThrough(work))).message, 'no longer wanted')
  assert.is(await device('10.9.0.31'), undefined)
})
