import { assert, suite } from '@linecard/test-kit'
import { judge, type Case, type Row } from './areas/area.ts'
import { emptyCase } from './empty-case.ts'
import { match } from './areas/sensor-rows.ts'
import { compareMembers } from './areas/vlans.ts'
import { fallen } from './floors.ts'
import type { ExpectedSensor } from './folder.ts'

const test = suite('comparison with another system')
const row = (theirs: string | null, ours: string | null): Row<null> => ({
  area: 'arp',
  key: 'k',
  theirs,
  ours,
  facts: null,
})
const sensor = (sensor_descr: string, sensor_current: number) =>
  ({
    sensor_class: 'temperature',
    sensor_descr,
    sensor_index: '1',
    sensor_oid: '.1.3',
    sensor_current,
    sensor_divisor: 1,
    sensor_multiplier: 1,
  }) satisfies ExpectedSensor
const ref = (id: number) => ({ id, name: `p${id}`, type: 'ETH', parent: null, if_index: id })

test('a row is equal, explained by the first reason that fits, different, or only ours', () => {
  const reasons = [
    { id: 'a', areas: ['arp'] as const, text: '', fits: ({ ours }: Row<null>) => ours === 'x' },
    { id: 'b', areas: ['fdb'] as const, text: '', fits: () => true },
  ]
  const outcomes = judge({
    rows: () => [row('1', '1'), row('1', 'x'), row('1', null), row(null, '1')],
    reasons,
  })(emptyCase)
  assert.equal(
    outcomes.map(({ result, reason }) => [result, reason]),
    [
      ['equal', null],
      ['explained', 'a'],
      ['different', null],
      ['ours', null],
    ],
  )
})

test('a vendor below its floors fails the run: fewer equal rows, more different rows, nothing compared', () => {
  const floors = { acme: { vlan: { equal: 10, different: 1 }, fdb: { equal: 5, different: 0 } } }
  assert.equal(
    fallen(floors, { acme: { vlan: { equal: 10, different: 1 }, fdb: { equal: 6, different: 0 } } }),
    [],
  )
  assert.is(
    fallen(floors, { acme: { vlan: { equal: 9, different: 2 }, fdb: { equal: 5, different: 0 } } }).length,
    2,
  )
  assert.is(fallen(floors, {}).length, 2)
})

test('sensors with the same value are distinguished by their names, and each value is used once', () => {
  const theirs = [sensor('Inlet', 30), sensor('Outlet', 30), sensor('CPU', 30)]
  const { pairs, left } = match(
    theirs,
    [
      { label: 'outlet', ifIndex: null, value: 30.2 },
      { label: 'inlet', ifIndex: null, value: 30 },
      { label: 'fan', ifIndex: null, value: 50 },
    ],
    0.5,
  )
  assert.equal(
    theirs.map(one => pairs.get(one)?.label ?? null),
    ['inlet', 'outlet', null],
  )
  assert.equal(
    [...left].map(({ label }) => label),
    ['fan'],
  )
})

test('members without a port in the other system are counted, not guessed', () => {
  const ports = { egress: [ref(1), ref(2)], untagged: [ref(1)], tagged: [ref(2)], forbidden: null }
  const of: Case = {
    ...emptyCase,
    expected: {
      ports_vlans: [
        { vlan: 5, baseport: 0, untagged: 1 },
        { vlan: 5, baseport: 0, untagged: 1 },
        { vlan: 5, baseport: 2, untagged: 1 },
      ],
    },
    answers: { ...emptyCase.answers, vlans: [{ id: 5, name: null, status: null, ports }] },
  }
  assert.equal(
    compareMembers(of)
      .map(({ result }) => result)
      .toSorted(),
    ['different', 'different', 'equal'],
  )
})
