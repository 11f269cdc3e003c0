import { fdbRow, type FdbRow } from '@linecard/driver-kit/builders'
import { assert, suite } from '@linecard/test-kit'
import { joinFdb } from '../src/layer2.ts'

const test = suite('huawei: joined MAC tables')
const port = (id: number) => ({ id, name: `GE0/0/${id}`, type: 'GE', parent: null, if_index: id })
const row = (mac: string, vlan: number | null, at: number | null): FdbRow =>
  fdbRow(`02:00:00:00:0A:0${mac}`, vlan, at === null ? undefined : port(at), 'LEARNED')
const shown = (rows: readonly FdbRow[]) =>
  rows.map(one => [one.mac_address.at(-1), one.vlan_id, one.interface?.id ?? null])

test('each table holds a part; what both have is one row', () =>
  assert.equal(
    shown(
      joinFdb([row('1', 10, 1), row('2', 10, 2)], [row('2', 10, 2)], [row('1', null, 1), row('3', null, 3)]),
    ),
    [
      ['1', 10, 1],
      ['2', 10, 2],
      ['3', null, 3],
    ],
  ))
test('a row takes the port or the VLAN that it lacks', () =>
  assert.equal(shown(joinFdb([row('1', 10, null)], [row('1', null, 4)])), [['1', 10, 4]]))
test('of two VLANs without port nothing says which one is on the port', () =>
  assert.equal(shown(joinFdb([row('1', 10, null), row('1', 20, null)], [row('1', null, 4)])), [
    ['1', 10, null],
    ['1', 20, null],
    ['1', null, 4],
  ]))
test('the same address on another port or in another VLAN is another row', () =>
  assert.equal(shown(joinFdb([row('1', 10, 1)], [row('1', 20, 1)], [row('1', null, 2)])), [
    ['1', 10, 1],
    ['1', 20, 1],
    ['1', null, 2],
  ]))
