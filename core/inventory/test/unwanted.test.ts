import { assert, cpuMs, suite } from '@linecard/test-kit'
import { planSync, type Row } from '../src/interfaces/reading/plan.ts'
import type { Reading, Seen } from '../src/interfaces/reading/seen.ts'
import { patternOf, rulesOf, unwantedBy } from '../src/interfaces/unwanted/rules.ts'

const test = suite('inventory: interfaces that nobody wants')

const seen = (name: string, type = 'ETH', ifType: number | null = 6): Seen => ({
  bindKey: name,
  parentBindKey: null,
  name,
  type,
  ifType,
})
const out = (types: string[], names: string[], one: Seen) =>
  unwantedBy(rulesOf({ unwanted_types: types, unwanted_names: names }, { device: null, model: null }))!(one)

test('types are names or numbers of ifType, or types of interfaces; PON ports and ONUs are always wanted', () => {
  for (const word of ['softwareLoopback', 'SOFTWARELOOPBACK', '24', 'loopback'])
    assert.ok(out([word], [], seen('lo0', 'LOOPBACK', 24)), word)
  assert.not.ok(out(['softwareLoopback', 'nonsense', '9999'], [], seen('ge0', 'ETH', 6)))
  assert.ok(out(['l2vlan'], [], seen('Vlan7', 'VLAN', 135)))
  assert.not.ok(out(['l2vlan'], [], seen('Vlan7', 'VLAN', 136)))
  for (const type of ['ONU', 'PON']) assert.not.ok(out([type, 'gpon'], ['*'], seen('gpon0/1', type, 250)))
})

test('names are whole, in any case, and `*` is any text', () => {
  const fits = (pattern: string, text: string) => patternOf(pattern)(text)
  for (const [pattern, yes, no] of [
    ['Null0', 'null0', 'null01'],
    ['null*', 'null0', 'anull0'],
    ['*.100', 'ge0.100', 'ge0.1000'],
    ['ge*.*-unit', 'ge1.2-unit', 'ge1-unit'],
    ['a*a', 'aa', 'a'],
    ['*', '', null],
    ['a.c', 'a.c', 'abc'],
    ['**b**', 'abc', 'ac'],
  ] as const) {
    assert.ok(fits(pattern, yes), `${pattern} ${yes}`)
    if (no !== null) assert.not.ok(fits(pattern, no), `${pattern} ${no}`)
  }
})

test('hostile patterns and names do not hold anything up', () => {
  const rules = unwantedBy(
    rulesOf(
      {
        unwanted_types: [],
        unwanted_names: Array.from({ length: 50 }, (_, at) => `${'*a'.repeat(49)}${at}`),
      },
      { device: null, model: null },
    ),
  )!
  const names = Array.from({ length: 2_000 }, (_, at) => seen(`${'a'.repeat(190)}${at}z`))
  const started = cpuMs()
  assert.is(names.filter(rules).length, 0)
  const spent = cpuMs() - started
  assert.ok(spent < 5_000, `${spent} ms`)
})

test('a device is stronger than its model, the model than the settings, each list by itself', () => {
  const config = { unwanted_types: ['24'], unwanted_names: ['null*'] }
  const rules = rulesOf(config, {
    device: { types: [] },
    model: { types: [135, 'ppp'], names: ['x*', {}, ''] },
  })
  assert.equal(rules, { types: { values: [], from: 'device' }, names: { values: ['x*'], from: 'model' } })
  const plain = rulesOf(config, { device: { types: 'all' }, model: null })
  assert.equal([plain.types.from, plain.names.from], ['settings', 'settings'])
  assert.is(unwantedBy(rulesOf(config, { device: { types: [], names: [] }, model: null })), null)
})

test('an interface that a person has switched off keeps its state through a reading, and is renamed by it', async () => {
  const row: Row = {
    id: 1,
    bind_key: '7',
    parent_bind_key: null,
    name: 'a',
    type: 'ETH',
    status: 'Up',
    admin_state: 'Enabled',
    description: '',
    serial: null,
    mac: null,
    manual: false,
    noted: false,
    poll_enabled: false,
    vanished: null,
    status_changed_at: null,
  }
  const now: Seen = { ...seen('b'), bindKey: '7', status: 'Down', adminState: 'Disabled', description: 'x' }
  const complete = { ports: true, onus: true }
  const reading: Reading = { interfaces: new Map([['7', now]]), complete, times: new Map() }
  const { update, changes } = await planSync([row], reading)
  assert.equal(
    update.map(one => [one.name, one.description, one.status, one.admin_state]),
    [['b', 'x', 'Up', 'Enabled']],
  )
  assert.equal(changes, [])
})
