import { assert, suite } from '@linecard/test-kit'
import { ifTable, ipMib } from '../src/builders/index.ts'
import { arps, directRoutes, netSettings } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('one IP address on several interfaces')
const model = smallModel([...ifTable(), ...ipMib()])
const interfaces = [10, 20].flatMap(index => [
  `1.3.6.1.2.1.2.2.1.2.${index}|4|Vlan${index}`,
  `1.3.6.1.2.1.2.2.1.3.${index}|2|136`,
])
const sessionOn = (lines: readonly string[]) =>
  replaySession(parseSnmprec([...interfaces, ...lines].toSorted().join('\n')), model)

const addressTable = '1.3.6.1.2.1.4.34.1'
/** A row of ipAddressTable. Zones tell the VRFs of an address from another. */
const zoned = (zone: number, ifIndex: number) => [
  `${addressTable}.3.3.8.192.0.2.1.0.0.0.${zone}|2|${ifIndex}`,
  `${addressTable}.4.3.8.192.0.2.1.0.0.0.${zone}|2|1`,
  `${addressTable}.5.3.8.192.0.2.1.0.0.0.${zone}|6|1.3.6.1.2.1.4.32.1.5.${ifIndex}.1.4.192.0.2.0.24`,
]
const old = (ifIndex: number) => [
  `1.3.6.1.2.1.4.20.1.2.192.0.2.1|2|${ifIndex}`,
  '1.3.6.1.2.1.4.20.1.3.192.0.2.1|64|255.255.255.0',
]

/** Where the address is, as both modules tell it. */
async function placesOf(lines: readonly string[]) {
  const session = sessionOn(lines)
  const { addresses } = await session.call(netSettings, {})
  const routes = await session.call(directRoutes, {})
  return [addresses, routes].map(rows => rows.map(row => row.interface?.name ?? null))
}

test('an address of two VRFs or of an anycast gateway has a row for each interface', async () => {
  const both = ['Vlan10', 'Vlan20']
  assert.equal(await placesOf([...zoned(1, 10), ...zoned(2, 20)]), [both, both])
})

test('two tables that name different interfaces are two rows, the same one is one row', async () => {
  const both = ['Vlan10', 'Vlan20']
  assert.equal(await placesOf([...zoned(1, 10), ...old(20)]), [both, both])
  assert.equal(await placesOf([...zoned(1, 10), ...old(10)]), [['Vlan10'], ['Vlan10']])
})

test('a table without a known interface adds nothing to a row that has one', async () => {
  assert.equal(await placesOf([...zoned(1, 10), ...old(99)]), [['Vlan10'], ['Vlan10']])
  assert.equal(await placesOf([...zoned(1, 99), ...old(20)]), [['Vlan20'], ['Vlan20']])
})

test('a neighbour that answers on two interfaces has two rows', async () => {
  const lines = [10, 20].flatMap(index => [
    `1.3.6.1.2.1.4.22.1.2.${index}.192.0.2.9|4x|020000000009`,
    `1.3.6.1.2.1.4.22.1.4.${index}.192.0.2.9|2|3`,
  ])
  const rows = await sessionOn(lines).call(arps, {})
  assert.equal(
    rows.map(row => row.interface?.name),
    ['Vlan10', 'Vlan20'],
  )
})
