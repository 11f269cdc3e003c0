import { assert, suite } from '@linecard/test-kit'
import { DeviceError, type Implementation, type SnmpSession } from '../src/index.ts'
import {
  bridgeFdb,
  dbmOfWatts,
  durationText,
  entitySensors,
  fdbTable,
  hostResources,
  ifTable,
  interfaceType,
  lldpId,
  maskOf,
  networkOf,
  nwayStatus,
  pivotVlans,
  prefixLengthOf,
  qBridgeVlans,
  resolveInterface,
  sensorValue,
  sinceTicks,
  speedMbps,
  uptimeSeconds,
  vlanOfFdb,
} from '../src/builders/index.ts'
import {
  fdb,
  interfaceCounters,
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  sfpOptical,
  sysResources,
  vlans,
  type Interface,
} from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession, type Replay } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('builders')

const lines = (text: string) =>
  parseSnmprec(
    text
      .trim()
      .split('\n')
      .map(line => line.trim())
      .join('\n'),
  )

/** A session on a recording with these modules. */
function sessionOn(recording: string, modules: readonly Implementation[]): Replay {
  return replaySession(lines(recording), smallModel(modules))
}

const ports = `
  1.3.6.1.2.1.2.2.1.2.1|4|port 1
  1.3.6.1.2.1.2.2.1.2.2|4|port 2
  1.3.6.1.2.1.2.2.1.2.33|4|trunk
  1.3.6.1.2.1.2.2.1.3.1|2|6
  1.3.6.1.2.1.2.2.1.3.2|2|6
  1.3.6.1.2.1.2.2.1.3.33|2|161
  1.3.6.1.2.1.31.1.1.1.1.1|4|1/1
  1.3.6.1.2.1.31.1.1.1.1.2|4|1/2
`
const named = (id: number, name: string, if_index: number | null = id): Interface => ({
  id,
  name,
  type: 'ETH',
  parent: null,
  if_index,
})
const badArgument = (part: RegExp) => (error: unknown) =>
  error instanceof DeviceError && error.kind === 'BadArgument' && part.test(error.message)

test('an interface is found by id, then ifIndex, then name in any case', () => {
  const list = [named(101, '5', 1), named(5, 'Gi0/5', 77), named(6, 'gi0/6', 5)]
  assert.is(resolveInterface(list, 5).name, 'Gi0/5')
  assert.is(resolveInterface(list, '1').id, 101)
  assert.is(resolveInterface(list, 'GI0/6').id, 6)
  assert.throws(() => resolveInterface(list, 'Gi0/9'), badArgument(/Gi0\/9/))
  assert.throws(() => resolveInterface([named(1, 'x'), named(2, 'x')], 'x'), badArgument(/ids 1, 2/))
})

test('names are ifName, else ifDescr; a vendor changes or drops rows by one function', async () => {
  const plain = sessionOn(ports, ifTable())
  assert.equal(
    (await plain.call(interfacesList, {})).map(({ name, type }) => [name, type]),
    [
      ['1/1', 'ETH'],
      ['1/2', 'ETH'],
      ['trunk', 'LACP'],
    ],
  )
  const shaped = sessionOn(
    ports,
    ifTable({
      types: { 6: 'GE' },
      shape: row => (row.ifType === 161 ? null : { id: row.ifIndex + 100, parent: 7 }),
    }),
  )
  assert.equal(
    (await shaped.call(interfacesList, {})).map(({ id, type, parent, if_index }) => [
      id,
      type,
      parent,
      if_index,
    ]),
    [
      [101, 'GE', 7, 1],
      [102, 'GE', 7, 2],
    ],
  )
  assert.equal(
    (await plain.call(interfacesList, { type: 'lacp,PON' })).map(({ id }) => id),
    [33],
  )
})

test('one interface is read with GET, not with a walk', async () => {
  const session = sessionOn(
    `${ports}
    1.3.6.1.2.1.31.1.1.1.18.1|4|a
    1.3.6.1.2.1.31.1.1.1.18.2|4|b`,
    ifTable(),
  )
  const walked: string[] = []
  const snmp: SnmpSession = {
    ...session.snmp,
    columns: (oids, options) => {
      walked.push(...oids)
      return session.snmp.columns(oids, options)
    },
  }
  const watched = Object.assign(Object.create(session) as Replay, { snmp })
  const alias = ifTable().find(({ module }) => module.name === interfaceDescriptions.name)!
  const rows = (await alias.run(watched, { interface: '1/2' })) as { description: string }[]
  assert.equal(
    rows.map(row => row.description),
    ['b'],
  )
  assert.not.ok(walked.includes('1.3.6.1.2.1.31.1.1.1.18'))
})

test('counters come 64 bit wide, else 32, per row and never mixed', async () => {
  const session = sessionOn(
    `${ports}
    1.3.6.1.2.1.31.1.1.1.6.1|70|18446744073709551615
    1.3.6.1.2.1.31.1.1.1.10.1|70|7
    1.3.6.1.2.1.31.1.1.1.6.2|70|1
    1.3.6.1.2.1.2.2.1.10.2|65|50
    1.3.6.1.2.1.2.2.1.16.2|65|60`,
    ifTable(),
  )
  const rows = await session.call(interfaceCounters, {})
  assert.equal(
    rows.map(({ interface: { name }, in_octets, out_octets, bits }) => [name, in_octets, out_octets, bits]),
    [
      ['1/1', '18446744073709551615', 7, 64],
      ['1/2', 50, 60, 32],
    ],
  )
})

test('when counters started again is read where the agent tells it, and is not missed where it does not', async () => {
  const session = sessionOn(
    `${ports}
    1.3.6.1.2.1.31.1.1.1.6.1|70|9
    1.3.6.1.2.1.31.1.1.1.10.1|70|7
    1.3.6.1.2.1.31.1.1.1.6.2|70|1
    1.3.6.1.2.1.31.1.1.1.10.2|70|1
    1.3.6.1.2.1.31.1.1.1.19.1|67|123456`,
    ifTable(),
  )
  const rows = await session.call(interfaceCounters, {})
  assert.equal(
    rows.map(({ discontinuity }) => discontinuity),
    [1234.56, undefined],
  )
  assert.equal(session.reports, [])
})

test('packets that an agent counts with 32 bits only are read beside octets of 64 bits', async () => {
  const session = sessionOn(
    `${ports}
    1.3.6.1.2.1.31.1.1.1.6.1|70|5000000000
    1.3.6.1.2.1.31.1.1.1.10.1|70|7
    1.3.6.1.2.1.31.1.1.1.2.1|65|11
    1.3.6.1.2.1.2.2.1.10.1|65|705032704
    1.3.6.1.2.1.2.2.1.11.1|65|99`,
    ifTable(),
  )
  const [row] = await session.call(interfaceCounters, { interface: '1/1' })
  assert.equal(
    [row!.in_octets, row!.bits, row!.in_multicast_pkts, row!.in_ucast_pkts],
    [5_000_000_000, 64, 11, 99],
  )
})

test('fans of ENTITY-SENSOR-MIB: name and speed; a working sensor does not say that the fan is well', async () => {
  const fan = (index: number, name: string, raw: number) => `
    1.3.6.1.2.1.47.1.1.1.1.7.${index}|4|${name}
    1.3.6.1.2.1.99.1.1.1.1.${index}|2|10
    1.3.6.1.2.1.99.1.1.1.2.${index}|2|9
    1.3.6.1.2.1.99.1.1.1.3.${index}|2|0
    1.3.6.1.2.1.99.1.1.1.4.${index}|2|${raw}
    1.3.6.1.2.1.99.1.1.1.5.${index}|2|1`
  const session = sessionOn(fan(11, 'Fan tray 1', 4200) + fan(12, 'Fan tray 2', 0) + ports, [
    ...ifTable(),
    hostResources(),
  ])
  const { fans } = await session.call(sysResources, {})
  assert.equal(fans, [
    { name: 'Fan tray 1', status: 'Unknown', speed: 4200 },
    { name: 'Fan tray 2', status: 'Unknown', speed: 0 },
  ])
  assert.is((await session.call(sysResources, { load_only: 'cpu' })).fans, null)
})

test('silence in the middle of a module keeps what came and says what is missing', async () => {
  const session = sessionOn(ports, ifTable())
  await session.call(interfacesList, {})
  const silent: SnmpSession = {
    ...session.snmp,
    columns: async () => {
      throw new DeviceError('DeviceTimeout', 'silent')
    },
    get: async () => {
      throw new DeviceError('DeviceTimeout', 'silent')
    },
  }
  const cut = Object.assign(Object.create(session) as Replay, { snmp: silent })
  const link = ifTable().find(({ module }) => module.name === linkInfo.name)!
  assert.equal(await link.run(cut, {}), [])
  assert.ok(session.reports.some(({ what, reason }) => what === '1.3.6.1.2.1.2.2.1.8' && reason === 'silent'))
})

test("duplex words can be a vendor's own, or not be asked at all", async () => {
  const up = `${ports}
    1.3.6.1.2.1.2.2.1.8.1|2|1
    1.3.6.1.2.1.31.1.1.1.15.1|66|2500
    1.3.6.1.2.1.10.7.2.1.19.1|2|2`
  const nway = async (options: Parameters<typeof ifTable>[0]) =>
    (await sessionOn(up, ifTable(options)).call(linkInfo, { interface: 1 })).map(row => row.nway_status)
  assert.equal(await nway({}), ['2.5G-Half'])
  assert.equal(await nway({ duplex: { 2: 'Full', 3: 'Half' } }), ['2.5G-Full'])
  assert.equal(await nway({ duplex: null }), ['2.5G'])
})

test('speed: ifHighSpeed, else ifSpeed, never the ceiling of 32 bit', () => {
  assert.is(speedMbps({ speed: 4294967295, highSpeed: 100000 }), 100000)
  assert.is(speedMbps({ speed: 4294967295, highSpeed: 0 }), null)
  assert.is(speedMbps({ speed: 64000, highSpeed: 0 }), 0.064)
  assert.is(nwayStatus('LLDown', 1000, 'Full'), 'Down')
  assert.is(nwayStatus('Up', 400000, null), '400G')
  assert.is(interfaceType(null), 'UNKNOWN')
  assert.is(interfaceType(250), 'PON')
})

test('a wrap of sysUpTime is no reboot', () => {
  assert.is(uptimeSeconds(40_000, 42_989_673), 42_989_673)
  assert.is(uptimeSeconds(40_000, 90_000_000), 40_000)
  assert.is(uptimeSeconds(40_000, null), 40_000)
  assert.is(sinceTicks(100, 42_949_600), 172)
  assert.is(sinceTicks(100, 101), 0)
  assert.is(sinceTicks(100, 0), null)
  assert.is(durationText(726_932.9), '8d 9h 55min 32sec')
})

test('FDB ids become VLAN ids only where exactly one VLAN fits', () => {
  const shared = new Map([
    [1, new Set([10, 20])],
    [2, new Set([301])],
  ])
  assert.equal(
    [1, 2, 30, 5000].map(id => vlanOfFdb(id, shared)),
    [null, 301, 30, null],
  )
})

test('the MAC table falls back to BRIDGE-MIB, and a constant offset stands for the base port table', async () => {
  const table = `${ports}
    1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.10.1|2|34
    1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.10.1|2|3`
  const expected = [['02:00:00:00:0A:01', null, 2, true]]
  for (const modules of [
    [...ifTable(), fdbTable({ offset: -32 })],
    [...ifTable(), bridgeFdb({ offset: -32 })],
  ]) {
    const rows = await sessionOn(table, modules).call(fdb, { mac: '0200.0000.0a01' })
    assert.equal(
      rows.map(row => [row.mac_address, row.vlan_id, row.interface?.id, row.is_dynamic]),
      expected,
    )
  }
  assert.equal(await sessionOn(table, [...ifTable(), fdbTable()]).call(fdb, { vlan_id: 5 }), [])
})

test('with a constant offset, a name that says another number than the port proves no interface', async () => {
  const table = `${ports}
    1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.10.1|2|34`
  const [row] = await sessionOn(table, [...ifTable(), fdbTable({ offset: -32, named: true })]).call(fdb, {})
  assert.is(row!.interface, null)
})

const memberIfIndexes = (list: Buffer) =>
  Array.from({ length: list.length / 4 }, (_, i) => list.readUInt32BE(i * 4))

test('port lists may hold ifIndexes instead of bits', async () => {
  const table = `${ports}
    1.3.6.1.2.1.17.7.1.4.3.1.1.7|4|seven
    1.3.6.1.2.1.17.7.1.4.3.1.2.7|4x|0000000100000021
    1.3.6.1.2.1.17.7.1.4.3.1.4.7|4x|00000001`
  const rows = await sessionOn(table, [...ifTable(), ...qBridgeVlans({ memberIfIndexes })]).call(vlans, {})
  assert.equal(
    rows.map(({ id, name, ports: of }) => [
      id,
      name,
      of!.untagged!.map(one => one.id),
      of!.tagged!.map(one => one.id),
    ]),
    [[7, 'seven', [1], [33]]],
  )
  assert.equal(
    pivotVlans(rows, [named(33, 'trunk'), named(9, 'none')]).map(row => [row.interface.id, row.tagged]),
    [[33, [{ id: 7, name: 'seven' }]]],
  )
})

test('LLDP ids read by their subtype, and as hex where they are no text', () => {
  assert.is(lldpId(Buffer.from('020000000a01', 'hex'), 'mac'), '02:00:00:00:0A:01')
  assert.is(lldpId(Buffer.from('02:00:00:00:0a:01'), 'mac'), '02:00:00:00:0A:01')
  assert.is(lldpId(Buffer.from('01c0000211', 'hex'), 'address'), '192.0.2.17')
  assert.is(lldpId(Buffer.from('ge-0/0/1\0')), 'ge-0/0/1')
  assert.is(lldpId(Buffer.from('0200000000fe', 'hex')), '02:00:00:00:00:FE')
  assert.is(lldpId(Buffer.from('01ff', 'hex')), '01:FF')
  assert.is(lldpId(null), null)
  // Six octets without text (EdgeSwitch at an SG350X), six letters, and texts whose subtype did not arrive.
  assert.is(lldpId(Buffer.from('f492bfa63f95', 'hex')), 'F4:92:BF:A6:3F:95')
  assert.is(lldpId(Buffer.from('5cd9983ebbff', 'hex'), null), '5C:D9:98:3E:BB:FF')
  assert.is(lldpId(Buffer.from('00:0a:f7:ec:d1:61'), null), '00:0A:F7:EC:D1:61')
  assert.is(lldpId(Buffer.from('00:0a:f7:ec:d1:61')), '00:0a:f7:ec:d1:61')
  assert.is(lldpId(Buffer.from('Gi1/24'), null), 'Gi1/24')
  assert.is(lldpId(Buffer.from('Bü1/2')), 'Bü1/2')
})

const entity = (index: number, name: string, parent: number, kind: number) => `
  1.3.6.1.2.1.47.1.1.1.1.4.${index}|2|${parent}
  1.3.6.1.2.1.47.1.1.1.1.5.${index}|2|${kind}
  1.3.6.1.2.1.47.1.1.1.1.7.${index}|4|${name}`
const sensor = (index: number, type: number, value: number, status = 1) =>
  [type, 9, 2, value, status].map((cell, i) => `1.3.6.1.2.1.99.1.1.1.${i + 1}.${index}|2|${cell}`).join('\n')

test('a sensor without value is null, never a number', async () => {
  assert.is(sensorValue(412, 9, 1), 41.2)
  assert.is(sensorValue(3290, 8, 0), 3.29)
  assert.is(sensorValue(-1_000_000_000, 9, 0), null)
  assert.is(dbmOfWatts(0), null)
  assert.is(dbmOfWatts(0.000617), -2.1)
  const recording = [
    ports,
    entity(10, '1/1', 0, 10),
    entity(11, 'lane 1 rx power', 10, 8),
    entity(12, 'lane 2 rx power', 10, 8),
    entity(13, 'lane 1 tx power', 10, 8),
    sensor(11, 14, -4000),
    sensor(12, 14, -1250),
    sensor(13, 14, 100, 2),
  ].join('\n')
  const [row] = await sessionOn(recording, [...ifTable(), ...entitySensors()]).call(sfpOptical, {})
  assert.is(row?.rx_power, -12.5)
  assert.is(row?.tx_power, null)
  assert.equal(row?.lanes, [
    { lane: 1, tx_bias: null, tx_power: null, rx_power: null },
    { lane: 2, tx_bias: null, tx_power: null, rx_power: -12.5 },
  ])
})

test('masks and networks', () => {
  assert.equal(['255.255.255.0', '255.255.255.255', '0.0.0.0', '255.0.255.0'].map(prefixLengthOf), [
    24,
    32,
    0,
    null,
  ])
  assert.equal([0, 8, 27, 32].map(maskOf), ['0.0.0.0', '255.0.0.0', '255.255.255.224', '255.255.255.255'])
  assert.equal(networkOf('192.0.2.77', 26), { network: '192.0.2.64', broadcast: '192.0.2.127' })
})
