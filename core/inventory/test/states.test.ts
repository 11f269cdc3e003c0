import { Type as T } from 'typebox'
import { definePlugin, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { Seen } from '../src/interfaces/reading/seen.ts'
import { createStates } from '../src/interfaces/reading/status.ts'

const test = suite('inventory: states of interfaces')
let world: World
let em: () => SqlEntityManager
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(ctx) {
    em = () => (ctx as Context).em() as SqlEntityManager
  },
})
test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
})
test.after(() => world?.stop())
/** Sixty devices of three ports. */
async function begin(): Promise<void> {
  await world.sql('delete from inventory_device')
  await world.sql(
    `insert into inventory_device (id, ip, group_id, enabled)
     select n, '192.0.2.0'::inet + n, -1, false from generate_series(1, 60) n`,
  )
  await world.sql(
    `insert into inventory_interface (device_id, bind_key, name, type, status, admin_state, description)
     select d.id, n, 'port ' || n, 'ETH', 'Down', 'Enabled', 'as it was'
     from inventory_device d, generate_series(1, 3) n`,
  )
}

const port = (n: number, more: Partial<Seen> = {}): Seen => ({
  bindKey: String(n),
  parentBindKey: null,
  name: `port ${n}`,
  type: 'ETH',
  ...more,
})
const now = new Date('2026-03-01T10:00:00.123Z')
const store = () =>
  createStates(
    () => em(),
    () => now,
  )
const rowsOf = (device: number) =>
  world.sql(
    `select bind_key::int as n, status, admin_state, description, status_changed_at from inventory_interface
     where device_id = $1 order by bind_key`,
    [device],
  )
const row = (n: number, more = {}) => ({
  n,
  status: 'Down',
  admin_state: 'Enabled',
  description: 'as it was',
  status_changed_at: null,
  ...more,
})

test('devices that are stored at the same time keep their own states, changes and unknown ports', async () => {
  await begin()
  const states = store()
  const found = await Promise.all([
    states({ device: 1, seen: [port(1, { status: 'Up' }), port(2, { status: 'Down' }), port(9)] }),
    states({ device: 2, seen: [port(1, { status: 'Down' }), port(2, { adminState: 'Disabled' })] }),
    states({ device: 3, seen: [port(1, { status: null, description: 'new "text" {a,b} \\\\' })] }),
    states({ device: 4, seen: [port(1, { name: 'another', status: 'Up' })] }),
    states({ device: 999, seen: [port(1, { status: 'Up' })] }),
    // The same device once more, while the first is on its way.
    states({ device: 1, seen: [port(1, { status: 'Down' })] }),
  ])
  const up = { bind_key: '1', status: 'Up', previous: 'Down' }
  assert.equal(found, [
    { device: 1, unknown: 1, changes: [up] },
    { changes: [], unknown: 0 },
    { device: 3, unknown: 0, changes: [{ bind_key: '1', status: null, previous: 'Down' }] },
    { device: 4, unknown: 1, changes: [] },
    { device: 999, unknown: 1, changes: [] },
    { device: 1, unknown: 0, changes: [{ bind_key: '1', status: 'Down', previous: 'Up' }] },
  ])
  assert.equal(await rowsOf(1), [row(1, { status_changed_at: now }), row(2), row(3)])
  assert.equal(await rowsOf(2), [row(1), row(2, { admin_state: 'Disabled' }), row(3)])
  assert.equal(
    (await rowsOf(3))[0],
    row(1, { status: null, description: 'new "text" {a,b} \\\\', status_changed_at: now }),
  )
  assert.equal(await rowsOf(4), [row(1), row(2), row(3)])
  const history = await world.sql<{ device_id: number; status: string | null; previous: string }>(
    `select i.device_id, h.status, h.previous from inventory_interface_status_history h
     join inventory_interface i on i.id = h.interface_id order by h.id`,
  )
  assert.equal(
    history.toSorted((a, b) => a.device_id - b.device_id),
    [
      { device_id: 1, status: 'Up', previous: 'Down' },
      { device_id: 1, status: 'Down', previous: 'Up' },
      { device_id: 3, status: null, previous: 'Down' },
    ],
  )
})

test('a state changed when it was read, however late that is stored; an older one changes nothing', async () => {
  await begin()
  const at = (min: number) => new Date(now.getTime() - min * 60_000)
  const states = store()
  await states({ device: 1, seen: [port(1, { status: 'Up', at: at(10) })] })
  assert.equal((await rowsOf(1))[0], row(1, { status: 'Up', status_changed_at: at(10) }))
  // Read before that, and overtaken on the way.
  const late = await states({ device: 1, seen: [port(1, { status: 'Down', at: at(12) })] })
  assert.equal(late, { changes: [], unknown: 0 })
  assert.equal((await rowsOf(1))[0], row(1, { status: 'Up', status_changed_at: at(10) }))
  await states({ device: 1, seen: [port(1, { status: 'Down', at: at(9) })] })
  const times = await world.sql<{ time: Date }>(
    `select h.time from inventory_interface_status_history h
     join inventory_interface i on i.id = h.interface_id where i.device_id = 1 order by h.id`,
  )
  assert.equal(
    times.map(({ time }) => time),
    [at(10), at(9)],
  )
})

test('what a person has switched off, a state that did not arrive, and an ONU by its place', async () => {
  await begin()
  await world.sql('update inventory_interface set poll_enabled = false where bind_key = 1')
  await world.sql(`update inventory_interface set type = 'ONU', name = 'of its place' where bind_key = 2`)
  const onu = port(2, { name: 'unknown', type: 'ONU', status: 'LOS' })
  await store()({ device: 1, seen: [port(1, { status: 'Up' }), onu, port(3, { adminState: 'Enabled' })] })
  assert.equal(await rowsOf(1), [row(1), row(2, { status: 'LOS', status_changed_at: now }), row(3)])
})

test('a round of many devices is stored whole', async () => {
  await begin()
  const states = store()
  const all = Array.from({ length: 60 }, (_, at) => at + 1)
  await Promise.all(
    all.map(device =>
      states({ device, seen: [1, 2, 3].map(n => port(n, { status: device % 2 ? 'Up' : 'Down' })) }),
    ),
  )
  const up = await world.sql(
    `select device_id, count(*)::int as n from inventory_interface where status = 'Up' group by 1 order by 1`,
  )
  assert.equal(
    up,
    all.filter(n => n % 2).map(device_id => ({ device_id, n: 3 })),
  )
})
