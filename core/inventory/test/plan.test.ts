import { assert, growth, suite } from '@linecard/test-kit'
import { planSync, type Row } from '../src/interfaces/reading/plan.ts'
import type { Reading, Seen } from '../src/interfaces/reading/seen.ts'

const test = suite('inventory: comparing a reading with what is stored')

const row = (id: number, key: number, name: string, more: Partial<Row> = {}): Row => ({
  id,
  bind_key: String(key),
  parent_bind_key: null,
  name,
  type: 'ETH',
  status: 'Up',
  admin_state: null,
  description: '',
  serial: null,
  mac: null,
  manual: false,
  noted: false,
  poll_enabled: true,
  vanished: null,
  status_changed_at: null,
  ...more,
})
const seen = (key: number, name: string, more: Partial<Seen> = {}): Seen => ({
  bindKey: String(key),
  parentBindKey: null,
  name,
  type: 'ETH',
  ...more,
})
const reading = (rows: Seen[], complete = { ports: true, onus: true }): Reading => ({
  interfaces: new Map(rows.map(one => [one.bindKey, one])),
  complete,
  times: new Map(),
})
const nothing = { insert: [], update: [], remove: [], close: [], changes: [], rebound: false }

test('the same reading twice changes nothing', async () => {
  assert.equal(await planSync([row(1, 7, 'a')], reading([seen(7, 'a', { status: 'Up' })])), nothing)
})

test('what was not asked stays: status, description, serial number', async () => {
  const stored = row(1, 7, 'a', {
    status: 'Down',
    description: 'uplink',
    serial: 'S1',
    mac: 'M1',
    admin_state: 'Enabled',
  })
  assert.equal(await planSync([stored], reading([seen(7, 'a')])), nothing)
})

test('a status that became unknown is a change, and so is its return', async () => {
  const plan = await planSync([row(1, 7, 'a')], reading([seen(7, 'a', { status: null })]))
  assert.equal(plan.changes, [{ bind_key: '7', status: null, previous: 'Up' }])
  assert.is(plan.update[0]?.status, null)
})

test('renaming keeps the interface', async () => {
  const plan = await planSync(
    [row(1, 7, 'Gi0/1'), row(2, 8, 'Gi0/2')],
    reading([seen(7, 'uplink'), seen(8, 'Gi0/2')]),
  )
  assert.equal(
    plan.update.map(({ id, name }) => [id, name]),
    [[1, 'uplink']],
  )
  assert.equal([plan.insert, plan.remove], [[], []])
})

test('a card put in before the others moves every number, and no interface', async () => {
  const stored = [row(1, 1, 'a'), row(2, 2, 'b'), row(3, 3, 'c')]
  const plan = await planSync(stored, reading([seen(1, 'new'), seen(2, 'a'), seen(3, 'b'), seen(4, 'c')]))
  assert.equal(
    plan.update.map(({ id, bind_key, name }) => [id, bind_key, name]),
    [
      [1, '2', 'a'],
      [2, '3', 'b'],
      [3, '4', 'c'],
    ],
  )
  assert.equal([plan.insert.map(({ bind_key, name }) => [bind_key, name]), plan.remove], [[['1', 'new']], []])
})

test('a new bind key under the old name is the same interface', async () => {
  const plan = await planSync(
    [row(1, 7, 'Gi0/1'), row(2, 8, 'Gi0/2')],
    reading([seen(107, 'Gi0/1'), seen(8, 'Gi0/2')]),
  )
  assert.equal(
    plan.update.map(({ id, bind_key }) => [id, bind_key]),
    [[1, '107']],
  )
  assert.equal([plan.insert, plan.remove], [[], []])
})

test('names that stand twice tell nothing, and neither does another type', async () => {
  const twice = await planSync(
    [row(1, 7, 'port'), row(2, 8, 'port')],
    reading([seen(17, 'port'), seen(18, 'port')]),
  )
  assert.equal([twice.insert.length, twice.remove], [2, [1, 2]])
  const other = await planSync([row(1, 7, 'a')], reading([seen(17, 'a', { type: 'ONU' })]))
  assert.equal([other.insert.length, other.remove], [1, [1]])
})

test('an incomplete list removes nothing, rebinds nothing and renames nothing', async () => {
  const stored = [row(1, 7, 'a'), row(2, 8, 'b'), row(3, 9, 'pon:1', { type: 'ONU' })]
  const half = await planSync(stored, reading([seen(7, '?1'), seen(108, 'b')], { ports: false, onus: false }))
  assert.equal(half.remove, [])
  assert.equal(half.update, [])
  assert.equal(
    half.insert.map(({ bind_key }) => bind_key),
    ['108'],
  )
  const ports = await planSync(stored, reading([seen(7, 'a')], { ports: true, onus: false }))
  assert.equal(ports.remove, [2])
})

test('an empty list, though complete, removes nothing: an agent that starts up answers so', async () => {
  assert.equal(await planSync([row(1, 7, 'a')], reading([])), nothing)
})

test('ten times the interfaces are compared in about ten times the time', async () => {
  const storedOf = (count: number) =>
    Array.from({ length: count }, (_, index) => row(index + 1, index, `p${index}`))
  assert.ok(
    (await growth(async count => {
      const stored = storedOf(count)
      const plan = await planSync(
        stored,
        reading(stored.map((one, index) => seen(index + 1, one.name, { status: 'Down' }))),
      )
      assert.is(plan.changes.length, count)
    }, 1_000)) < 40,
  )
})
