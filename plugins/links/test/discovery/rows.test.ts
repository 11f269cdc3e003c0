import { assert, suite } from '@linecard/test-kit'
import { nearOf, sharesPort } from '../../src/discovery/near.ts'
import { indexNetwork } from '../../src/discovery/network.ts'
import type { Learnt, SceneDevice } from '../../src/discovery/scene.ts'
import { portAt, readTables } from '../../src/discovery/tables.ts'
import { above, downTo, isDown, portOf as portTo, viewOf } from '../../src/discovery/view.ts'
import { aView, many, tablesOf, type Rows } from './by-hand.ts'
import { aDevice, anInterface, aScene, has, macOf, portOf } from './small.ts'

const test = suite('links: rows of tables')
const six = (first: number) => many(first, 6)

/** Whether device `one` of these is near to device `other`. */
const isNear = async (devices: Rows[], one = 0, other = 1): Promise<boolean> =>
  (
    await nearOf(
      tablesOf(devices),
      devices.map((_, at) => [at]),
    )
  )(one, other)

test('six rows with nothing in common are not near, five rows say nothing', async () => {
  assert.is(await isNear([{ 1: six(50) }, { 11: six(60) }]), false)
  assert.is(await isNear([{ 1: many(50, 5) }, { 11: six(60) }]), true)
  assert.is(await isNear([{ 1: six(50) }, { 11: many(60, 5) }]), true)
  // Rows of the device before do not count.
  for (const [one, other] of [
    [1, 2],
    [2, 1],
  ] as const)
    assert.is(await isNear([{ 1: six(70) }, { 11: six(50) }, { 21: many(60, 5) }], one, other), true)
})

test('one address in common is near, at the ends of a table too', async () => {
  assert.is(await isNear([{ 1: six(50) }, { 11: six(55) }]), true)
  assert.is(await isNear([{ 1: six(50) }, { 11: six(55) }], 1, 0), true)
  assert.is(await isNear([{ 1: six(50) }, { 11: six(60) }, { 21: six(65) }], 0, 1), false)
  assert.is(await isNear([{ 1: six(50) }, { 11: six(60) }, { 21: six(65) }], 1, 2), true)
})

test('the address of a device counts as a row of its own', async () => {
  const devices: Rows[] = [{ 1: six(50) }, { 11: [0, ...six(60)] }]
  assert.is(await isNear(devices), true)
  assert.is(await isNear(devices, 1, 0), true)
})

test('an address that 400 devices have says where they are, one that 401 have does not', async () => {
  const devices = (count: number): Rows[] =>
    many(0, count).map(at => ({ 1: [...many(1000 + at * 5, 5), 9000] }))
  assert.is(await isNear(devices(400)), true)
  assert.is(await isNear(devices(401)), false)
})

test('a device with something in common with more than 1,000 is near to everybody', async () => {
  const devices = (count: number): Rows[] => [
    { 1: many(1, count) },
    ...many(1, 1010).map((at): Rows => (at === 1005 ? { 1: six(2000) } : {})),
  ]
  // With itself, because it has its rows.
  assert.is(await isNear(devices(1000), 0, 1005), true)
  assert.is(await isNear(devices(999), 0, 1005), false)
})

test('a port is shared by what both have there', () => {
  const tables = tablesOf([{ 1: [50, 51] }, { 11: [51], 12: [52] }, { 21: [52] }])
  const shares = (port: number, device = 0) => sharesPort(tables, device, 1, port)
  assert.equal([shares(11), shares(12), shares(12, 2), shares(11, 2)], [true, false, true, false])
  // The first row of the next device is not looked at.
  assert.is(sharesPort(tablesOf([{ 1: [51] }, { 11: [51], 12: [50] }]), 0, 1, 12), false)
})

const olt = aDevice(1, {
  interfaces: [
    anInterface(1, 1),
    anInterface(1, 2, { aggregate: portOf(1, 9) }),
    anInterface(1, 3, { kind: 'other' }),
    anInterface(1, 9, { kind: 'aggregate' }),
  ],
})
/** Rows of each device as `station@port`, by the ids of interfaces; `several`. */
async function read(devices: SceneDevice[], learnt: readonly Learnt[] | AsyncIterable<readonly Learnt[]>) {
  const network = await indexNetwork(aScene(devices))
  const tables = await readTables(network, learnt)
  const names = new Map([...tables.numbers].map(([mac, number]) => [number, mac % 2 ** 32]))
  return devices.map((_, device) =>
    many(tables.start[device]!, tables.start[device + 1]! - tables.start[device]!).map(row => {
      const port = tables.port[row]!
      return `${names.get(tables.address[row]!)}@${port === -2 ? 'several' : network.ports[port]!.id}`
    }),
  )
}

test('an address in several VLANs is one row, at its port or at several', async () => {
  const learnt = [
    ...has(1, 1, 50, 51, 50),
    ...has(1, 2, 52, 51),
    ...has(1, 9, 52),
    ...has(2, 24, 52),
    ...has(2, 23, 53),
  ]
  assert.equal(await read([olt, aDevice(2)], learnt), [
    ['50@101', '51@several', '52@109'],
    ['52@224', '53@223'],
  ])
  // The last row of a device is not one with the first of the next.
  assert.equal(await read([olt, aDevice(2)], [...has(1, 1, 50), ...has(2, 24, 50)]), [['50@101'], ['50@224']])
})

test('rows of unknown devices, of foreign ports and of no station are left out', async () => {
  const row = { device: 1, interface: 101, mac: macOf(50), vlan: 1 }
  const learnt: Learnt[] = [
    { ...row, device: 7 },
    { ...row, interface: 777 },
    { ...row, device: 7, interface: 777 },
    { ...row, interface: 201 },
    { ...row, interface: 103 },
    { ...row, mac: '01:00:5E:00:00:01' },
    { ...row, mac: '00:00:00:00:00:00' },
    { ...row, mac: '00:00:5E:00:01:0A' },
    { ...row, mac: 'somewhere' },
    { ...row, mac: macOf(51) },
  ]
  assert.equal(await read([olt, aDevice(2)], learnt), [['51@101'], []])
  async function* pieces() {
    yield learnt
    yield [{ ...row, mac: macOf(52) }]
  }
  assert.equal(await read([olt, aDevice(2)], pieces()), [['51@101', '52@101'], []])
})

test('rows above the limit of a scan are counted, and not read', async () => {
  const network = await indexNetwork(aScene([olt, aDevice(2)]))
  const unknown = { ...has(1, 1, 54)[0]!, device: 7 }
  const rows = (most: number) =>
    readTables(network, [...has(1, 1, 50, 51, 50), ...has(2, 24, 52, 53), unknown], most)
  const cut = await rows(4)
  assert.equal(
    [[...cut.start], [...cut.address], [...cut.port]],
    [
      [0, 2, 3],
      [0, 1, 2],
      [0, 0, 27],
    ],
  )
  assert.equal([cut.left, cut.numbers.size], [1, 3])
  assert.equal([(await rows(5)).left, (await rows(3)).left], [0, 2])
})

test('more rows than the first arrays hold are all kept', async () => {
  const [rows] = await read([olt], has(1, 1, ...many(1, 65_540)))
  assert.equal([rows!.length, rows![0], rows!.at(-1)], [65_540, '1@101', '65540@101'])
})

test('each address is found in a table of any length, and no other', () => {
  for (const count of many(0, 6)) {
    const tables = tablesOf([{ 1: [40] }, { 11: many(50, count) }, { 21: many(50, 7) }])
    const found = many(49, 8).map(number => portAt(tables, 1, number))
    assert.equal(found, [-1, ...many(0, 7).map(at => (at < count ? 11 : -1))])
  }
})

test('a device with two addresses is at their port, or at several', async () => {
  const view = await aView([{ 1: [1] }, {}])
  const at = async (rows: Rows) => {
    const two = await viewOf(tablesOf([{}, {}, rows]), { macsOf: [[0, 1], [], []] } as never, 30)
    return [portTo(two, 2, 0), two.seenBy[0]!.map(({ by, port }) => `${by}@${port}`).join()]
  }
  assert.equal(await at({ 21: [0, 1] }), [21, '2@21'])
  assert.equal(await at({ 21: [1] }), [21, '2@21'])
  assert.equal(await at({ 21: [0] }), [21, '2@21'])
  assert.equal(await at({ 21: [0], 22: [1] }), [-2, '2@-2'])
  assert.equal(await at({ 21: [60] }), [-1, ''])
  assert.equal([...view.ownerOf], [0, 1])
})

test('rows are counted by port, the port 0 too, and nobody sees itself', async () => {
  const view = await aView([{ 0: [0, 50], 1: [1], [-2]: [51] }, {}])
  assert.equal(Array.from(view.rowsAt.slice(0, 3)), [2, 1, 0])
  assert.equal(view.seenBy, [[], [{ by: 0, port: 1 }]])
  assert.equal([...view.ownerOf.slice(0, 2), view.ownerOf[50]], [0, 1, -1])
  assert.equal([view.up[0], view.domain[0], view.split[0]], [-1, -1, 0])
})

test('down is every port but the way up, where it is known', async () => {
  const view = await aView([{ 0: [1], 5: [2] }, {}, {}], { up: [5] })
  assert.equal(
    [0, 5, -1, -2].map(port => isDown(view, 0, port)),
    [true, false, false, false],
  )
  assert.equal([downTo(view, 0, 1), downTo(view, 0, 2), downTo(view, 1, 0)], [0, -1, -1])
  view.up[0] = -1
  assert.equal([isDown(view, 0, 0), downTo(view, 0, 1)], [false, -1])
  view.up[0] = -3
  assert.equal([isDown(view, 0, 0), downTo(view, 0, 2)], [true, 5])
})

test('above are those of the same domain, or all where a device has none', async () => {
  const seen = async (domain: number[]) =>
    above(await aView([{ 1: [2] }, { 11: [2] }, {}], { up: [0, 10, 20], domain }), 2).map(({ by }) => by)
  assert.equal(await seen([0, 1, 1]), [1])
  assert.equal(await seen([0, 1, -1]), [0, 1])
  assert.equal(await seen([0, 0, 0]), [0, 1])
})
