import { assert, suite } from '@linecard/test-kit'
import { DeviceError } from '../../src/index.ts'
import {
  interfacesList,
  linkInfo,
  parseInterface,
  ponCountRegisteredOnts,
  ponOntsOptical,
  ponOntsSerial,
  ponOntsStatus,
  ponPortsList,
  uniInterfacesStatus,
} from '../../src/modules/index.ts'
import { uniStatus, type OnuTree, type Places } from '../../src/onus/index.ts'
import { onuInterface } from '../../src/onus/one-interface.ts'
import { cell, recorded, session } from './small-olt.ts'

const test = suite('ONUs: reading')

test('ONUs stand below their ports, and only where they are asked for', async () => {
  const all = await session().call(interfacesList, {})
  assert.equal(
    all.map(({ id, name, type, parent }) => [id, name, type, parent]),
    [
      [1000, 'pon1', 'PON', null],
      [2000, 'pon2', 'PON', null],
      [1001, 'pon1:1', 'ONU', 1000],
      [1002, 'pon1:2', 'ONU', 1000],
      [2001, 'pon2:1', 'ONU', 2000],
    ],
  )
  assert.is((await session().call(interfacesList, { root: true })).length, 2)
  assert.is((await session().call(interfacesList, { type: 'ONU', parent: 'pon1' })).length, 2)
  assert.equal(
    (await session().call(linkInfo, {})).map(row => row.interface.name),
    ['pon1', 'pon2'],
  )
})

test('a state consists of several tables: LOS and dying gasp are told apart', async () => {
  const rows = await session().call(ponOntsStatus, {})
  assert.equal(
    rows.map(row => [row.interface.name, row.status, row.bind_status, row.admin_state]),
    [
      ['pon1:1', 'Online', 'working', 'Enabled'],
      ['pon1:2', 'LOS', 'LOS', 'Enabled'],
      ['pon2:1', 'PowerOff', 'gasp', 'Enabled'],
    ],
  )
})

test('light over the fibre is asked of ONUs that are online, light at the OLT as a column', async () => {
  const rows = await session().call(ponOntsOptical, {})
  assert.equal(
    rows.map(row => [row.interface.name, row.rx, row.olt_rx]),
    [
      ['pon1:1', -19.5, -22.1],
      ['pon1:2', null, null],
      ['pon2:1', null, null],
    ],
  )
})

test('one ONU by name, key or the name of its port, and a wrong name says what to do', async () => {
  assert.is((await session().call(parseInterface, { interface: 'pon1:2' })).id, 1002)
  assert.is((await session().call(parseInterface, { interface: 1002 })).name, 'pon1:2')
  assert.equal(
    (await session().call(ponOntsSerial, { interface: 'pon2' })).map(row => row.serial),
    ['ZTEG30303033'],
  )
  const error = await session()
    .call(parseInterface, { interface: 'pon1:9' })
    .catch((caught: unknown) => caught)
  assert.ok(error instanceof DeviceError && error.kind === 'BadArgument')
})

test('ports say how full they are', async () => {
  assert.equal(
    (await session().call(ponPortsList, {})).map(({ name, _pon_max_ont_size }) => [name, _pon_max_ont_size]),
    [
      ['pon1', 64],
      ['pon2', 64],
    ],
  )
  assert.equal(
    (await session().call(ponCountRegisteredOnts, {})).map(({ count }) => count),
    [2, 1],
  )
})

test('Ethernet ports of one ONU, of one port and of all are the same', async () => {
  for (const [asked, count] of [
    [{ interface: 'pon1:1' }, 1],
    [{ interface: 'pon1' }, 2],
    [{}, 3],
  ] as const) {
    const rows = await session().call(uniInterfacesStatus, asked)
    assert.is(rows.length, count)
    assert.equal(rows[0]!.unis, [{ num: 1, status: null, admin_state: 'Enabled', speed: null, duplex: null }])
  }
})

test('a port of an ONU that is down without its configured state may be switched off (case 1)', () => {
  assert.is(uniStatus('Disabled', 'Down'), 'Disabled')
  assert.is(uniStatus('Enabled', 'Down'), 'Down')
  assert.is(uniStatus(null, 'Down'), null)
  assert.is(uniStatus(null, 'Up'), 'Up')
})

test('an ONU without a phase is Unknown, never Offline (case 1, a table that came in part)', async () => {
  const lines = recorded.filter(line => !line.startsWith(cell('phase', '1.1')))
  const [first] = await session({ lines }).call(ponOntsStatus, {})
  assert.is(first!.status, 'Unknown')
  assert.is(first!.bind_status, null)
})

test('serial numbers of both forms are one, and an empty one is null (case 25)', async () => {
  const hex = `${cell('serial', '1.1')}|4x|5a544547c1086c70`
  const none = `${cell('serial', '1.2')}|4|`
  const lines = [...recorded.filter(line => !/\.12\.4\.1\.[12]\|/.test(line)), hex, none]
  const rows = await session({ lines }).call(ponOntsSerial, {})
  assert.equal(
    rows.map(row => [row.serial, row._serial_hex, row._vendor_prefix]),
    [
      ['ZTEGC1086C70', '5A544547C1086C70', 'ZTEG'],
      [null, null, null],
      ['ZTEG30303033', '5A54454730303033', 'ZTEG'],
    ],
  )
})

test('an ONU whose port nobody tells has no number of a port, and is there (case 1)', () => {
  const places: Pick<Places, 'keyOf' | 'onuName'> = {
    keyOf: ({ port, onu }) => onu ?? (port === 0 ? null : port),
    onuName: ({ onu }) => `onu ${onu}`,
  }
  const tree = (mixed?: true) =>
    ({ technology: 'gpon', ...(mixed && { mixed }) }) as Pick<OnuTree, 'technology' | 'mixed'> as OnuTree
  const made = (port: number, mixed?: true) =>
    onuInterface(places as Places, tree(mixed), { shelf: 0, slot: 0, port, onu: 7 }, new Map(), null)[0]!
  assert.equal([made(0)._port, made(0).id, made(0).parent], [null, 7, null])
  assert.is(made(3)._port, 3)
  // While the port is missing, a tree of one technology tells it; tables of several do not.
  assert.equal([made(3).pontype, made(3, true).pontype], ['gpon', null])
})
