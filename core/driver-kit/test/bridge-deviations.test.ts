import { assert, suite } from '@linecard/test-kit'
import { type Implementation } from '../src/index.ts'
import { ifTable, qBridgeFdb, qBridgeVlans } from '../src/builders/index.ts'
import { fdb, vlans } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('bridges that deviate')
function sessionOn(lines: readonly string[], modules: readonly Implementation[]) {
  return replaySession(parseSnmprec(lines.toSorted().join('\n')), smallModel(modules))
}
const bridge = [
  '1.3.6.1.2.1.2.2.1.2.513|4|ge-0/0/0.0',
  '1.3.6.1.2.1.2.2.1.3.513|2|53',
  '1.3.6.1.2.1.17.1.4.1.2.490|2|513',
]

test('members may be listed as bridge ports in another way than as bits', async () => {
  const memberPorts = (list: Buffer) => list.toString('latin1').split(',').map(Number)
  const rows = await sessionOn(
    [...bridge, '1.3.6.1.2.1.17.7.1.4.3.1.2.5|4|3,490'],
    [...ifTable(), ...qBridgeVlans({ memberPorts })],
  ).call(vlans, {})
  assert.equal(
    rows.map(({ id, ports }) => [id, ports?.egress?.map(({ name }) => name)]),
    [[5, ['ge-0/0/0.0']]],
  )
})
test('FDB ids may be told by a table of the agent', async () => {
  const row = '1.3.6.1.2.1.17.7.1.2.2.1.2.131072.2.0.0.0.0.1|2|490'
  const rows = await sessionOn(
    [...bridge, row],
    [...ifTable(), qBridgeFdb({ fdbIds: async () => new Map([[131072, new Set([30])]]) })],
  ).call(fdb, {})
  assert.equal(
    rows.map(one => [one.interface?.name, one.vlan_id]),
    [['ge-0/0/0.0', 30]],
  )
})
test('a MAC address stands behind the FDB id, also with its length before it or the number of the row behind', async () => {
  const column = '1.3.6.1.2.1.17.7.1.2.2.1.2'
  const forms = [
    ['600.52.227.128.2.250.128', '600.0.80.86.157.85.6'],
    ['600.6.52.227.128.2.250.128', '600.6.0.80.86.157.85.6'],
    ['600.52.227.128.2.250.128.5', '600.0.80.86.157.85.6.6'],
  ]
  for (const indexes of forms) {
    const rows = await sessionOn(
      [...bridge, ...indexes.map(index => `${column}.${index}|2|490`)],
      [...ifTable(), qBridgeFdb()],
    ).call(fdb, {})
    assert.equal(
      rows.map(one => one.mac_address).toSorted(),
      ['00:50:56:9D:55:06', '34:E3:80:02:FA:80'],
      indexes[0],
    )
  }
})
test('lists that the agent does not have are unknown; an empty one says that no port is in the VLAN', async () => {
  const entry = '1.3.6.1.2.1.17.7.1.4.3.1'
  const port = ['1.3.6.1.2.1.2.2.1.2.9|4|gi9', '1.3.6.1.2.1.2.2.1.3.9|2|6', '1.3.6.1.2.1.17.1.4.1.2.1|2|9']
  const lines = [
    ...port,
    `${entry}.1.5|4|office`,
    `${entry}.1.6|4|guests`,
    `${entry}.2.6|4|`,
    `${entry}.1.7|4|phones`,
    `${entry}.2.7|4x|80`,
  ]
  const rows = await sessionOn(lines, [...ifTable(), ...qBridgeVlans()]).call(vlans, {})
  const named = (list: { name: string }[] | null | undefined) => list?.map(({ name }) => name) ?? null
  assert.equal(
    rows.map(({ id, ports }) => [
      id,
      ports && [named(ports.egress), named(ports.untagged), named(ports.tagged), named(ports.forbidden)],
    ]),
    [
      [5, null],
      [6, [[], null, null, null]],
      [7, [['gi9'], null, null, null]],
    ],
  )
})
test('members behind the last bridge port are placed as in the FDB; others and ids of no VLAN are told', async () => {
  const named = (index: number, type: number) => [
    `1.3.6.1.2.1.2.2.1.2.${index}|4|if${index}`,
    `1.3.6.1.2.1.2.2.1.3.${index}|2|${type}`,
  ]
  const session = sessionOn(
    [
      ...named(1, 6),
      ...named(12, 161),
      '1.3.6.1.2.1.17.1.4.1.2.1|2|1',
      // Bits of the ports 1, 12 and 13.
      '1.3.6.1.2.1.17.7.1.4.3.1.2.5|4x|8018',
      '1.3.6.1.2.1.17.7.1.4.3.1.2.70000|4x|8000',
    ],
    [...ifTable(), ...qBridgeVlans()],
  )
  const rows = await session.call(vlans, {})
  assert.equal(
    rows.map(({ id, ports }) => [id, ports?.egress?.map(({ name }) => name)]),
    [[5, ['if1', 'if12']]],
  )
  assert.equal(session.reports, [
    { what: '1.3.6.1.2.1.17.7.1.4.3.1.1', reason: 'unplaced', cells: 1 },
    { what: '1.3.6.1.2.1.17.7.1.4.3.1.2', reason: 'unknown_value', cells: 1 },
  ])
})
