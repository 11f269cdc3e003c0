import { assert, suite } from '@linecard/test-kit'
import { integer, scaled, text, type Implementation } from '../src/index.ts'
import {
  digitalChina,
  fastPath,
  fdbTable,
  ifTable,
  lldp,
  mediaTable,
  opticalTable,
  ownResources,
  temperatureTable,
} from '../src/builders/index.ts'
import {
  fdb,
  interfaceCounters,
  lldpInfo,
  sfpMedia,
  sfpOptical,
  sysResources,
  sysTemp,
} from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession, type Replay } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('own tables')
const own = '1.3.6.1.4.1.99999'

function sessionOn(lines: readonly string[], modules: readonly Implementation[]): Replay {
  const ports = [1, 2, 3].flatMap(n => [
    `1.3.6.1.2.1.2.2.1.2.${n}|4|port ${n}`,
    `1.3.6.1.2.1.2.2.1.3.${n}|2|6`,
  ])
  return replaySession(parseSnmprec([...ports, ...lines].join('\n')), smallModel(modules))
}

test('optics: a port that measures nothing has no row, darkness is null, load_only leaves the rest null', async () => {
  const optics = opticalTable({ temp: integer(`${own}.2`), rx_power: scaled(`${own}.3`, { by: 0.01 }) })
  const session = sessionOn(
    [`${own}.2.1|2|40`, `${own}.3.1|2|-4000`, `${own}.3.2|2|-512`, `${own}.2.9|2|1`],
    [...ifTable(), optics],
  )
  const rows = await session.call(sfpOptical, {})
  assert.equal(
    rows.map(({ interface: one, temp, rx_power, vcc }) => [one.id, temp, rx_power, vcc]),
    [
      [1, 40, null, null],
      [2, null, -5.12, null],
    ],
  )
  assert.equal(
    (await session.call(sfpOptical, { load_only: 'rx_power', interface: 1 })).map(({ temp, rx_power }) => [
      temp,
      rx_power,
    ]),
    [[null, null]],
  )
})

test('media: what the table lacks is null', async () => {
  const session = sessionOn(
    [`${own}.4.2|4|Acme`, `${own}.4.3|4|`],
    [...ifTable(), mediaTable({ vendor_name: text(`${own}.4`) })],
  )
  assert.equal(
    (await session.call(sfpMedia, {})).map(({ interface: one, ...row }) => [one.id, row]),
    [[2, { serial_num: null, vendor_name: 'Acme', part_number: null, connector_type: null }]],
  )
})

test('temperatures: the hottest is to watch, the processor is known by name', async () => {
  const session = sessionOn(
    [`${own}.5.1|4|CPU`, `${own}.6.1|2|40`, `${own}.6.2|2|55`, `${own}.6.3|2|-999`],
    [temperatureTable({ name: text(`${own}.5`), value: integer(`${own}.6`, { none: [-999] }) })],
  )
  const { main, main_from, cpu, sensors } = await session.call(sysTemp, {})
  assert.equal([main, main_from, cpu, sensors.length], [55, 'Sensor 2', 40, 3])
})

test('resources: octets win over percent, two of three octets are enough, a missing table is null', async () => {
  const memory = { util: integer(`${own}.7.1`), total: integer(`${own}.7.2`), free: integer(`${own}.7.3`) }
  const cpu = { sec5: integer(`${own}.8.1`), min1: integer(`${own}.8.2`) }
  const read = (lines: string[]) => sessionOn(lines, [ownResources({ cpu, memory })]).call(sysResources, {})
  const full = await read([
    `${own}.7.1.0|2|77`,
    `${own}.7.2.0|2|1000`,
    `${own}.7.3.0|2|250`,
    `${own}.8.1.0|2|9`,
    `${own}.8.2.0|2|5`,
  ])
  assert.equal(full.memory, { util: 75, _total: 1000, _used: 750, _free: 250 })
  assert.equal(full.cpu, { util: 5, _util5sec: 9, _util1min: 5, _cpu_count: null })
  assert.equal((await read([`${own}.7.1.0|2|77`])).memory, {
    util: 77,
    _total: null,
    _used: null,
    _free: null,
  })
  assert.equal([(await read([])).cpu, (await read([])).memory], [null, null])
})

test('LLDP neighbours whose index has no local port stand at the interface that the vendor says', async () => {
  const remote = '1.0.8802.1.1.2.1.4.1.1'
  const said = lldp({
    ifIndexByRemote: async () =>
      new Map([
        [7, 2],
        [8, 99],
      ]),
  })
  const rows = ['7', '0.0.8'].flatMap(index => [
    `${remote}.4.${index}|2|4`,
    `${remote}.5.${index}|4x|020000000001`,
    `${remote}.9.${index}|4|sw`,
  ])
  const { remotes } = await sessionOn(rows, [...ifTable(), said]).call(lldpInfo, {})
  assert.equal(
    remotes.map(({ loc_interface, loc_port_id, rem_name }) => [
      loc_interface?.name ?? null,
      loc_port_id,
      rem_name,
    ]),
    [
      [null, 99, 'sw'],
      ['port 2', 2, 'sw'],
    ],
  )
  const [standard] = [await sessionOn(rows, [...ifTable(), lldp()]).call(lldpInfo, {})]
  assert.is(standard.remotes.length, 1)
})

test('local ports of LLDP are ifIndexes only if all of them are those of ports: 1 may be `lo` or VLAN 1', async () => {
  const vlan = ['1.3.6.1.2.1.2.2.1.2.7|4|VLAN 7', '1.3.6.1.2.1.2.2.1.3.7|2|135']
  const portsOf = async (...numbers: number[]) => {
    const local = numbers.map(num => `1.0.8802.1.1.2.1.3.7.1.3.${num}|4|p${num}`)
    const answer = await sessionOn([...local, ...vlan], [...ifTable(), lldp()]).call(lldpInfo, {})
    return answer.local.ports.map(({ interface: one }) => one?.name ?? null)
  }
  assert.equal(await portsOf(1, 3), ['port 1', 'port 3'])
  assert.equal(await portsOf(1, 3, 7), [null, null, null])
  assert.equal(await portsOf(3, 9), [null, null])
})

test('local ports of LLDP are bridge ports only if all of them are, and a map that may be cut decides nothing', async () => {
  const portsOf = async (locals: readonly number[], map: readonly (readonly [number, number])[]) => {
    const rows = [
      ...locals.map(num => `1.0.8802.1.1.2.1.3.7.1.3.${num}|4|p${num}`),
      ...map.map(([port, ifIndex]) => `1.3.6.1.2.1.17.1.4.1.2.${port}|2|${ifIndex}`),
    ]
    const answer = await sessionOn(rows, [...ifTable(), lldp()]).call(lldpInfo, {})
    return answer.local.ports.map(({ interface: one }) => one?.name ?? null)
  }
  const [port1, port2, port3] = ['port 1', 'port 2', 'port 3']
  const turned = [
    [1, 3],
    [2, 2],
    [3, 1],
  ] as const
  assert.equal(await portsOf([1, 2, 3], turned), [port3, port2, port1])
  // 2 is none of the bridge ports, though 3 is one: so the numbers are ifIndexes.
  assert.equal(await portsOf([1, 2, 3], [turned[0], turned[2]]), [port1, port2, port3])
  assert.equal(await portsOf([1, 2, 3], [[9, 1]]), [port1, port2, port3])
  // The map may end too early. Then 1 has two meanings, and 2 and 3 only one.
  assert.equal(await portsOf([1, 2, 3], [turned[0]]), [null, port2, port3])
  assert.equal(await portsOf([1, 9], turned), [port3, null])
})

test('a local port of LLDP that only a neighbour names is an ifIndex only if it is that of a port', async () => {
  const vlan = ['1.3.6.1.2.1.2.2.1.2.7|4|VLAN 7', '1.3.6.1.2.1.2.2.1.3.7|2|135']
  const localsOf = async (...nums: number[]) => {
    const rows = nums.map(num => `1.0.8802.1.1.2.1.4.1.1.9.0.${num}.1|4|sw`)
    const { remotes } = await sessionOn([...rows, ...vlan], [...ifTable(), lldp()]).call(lldpInfo, {})
    return remotes.map(({ loc_interface }) => loc_interface?.name ?? null)
  }
  assert.equal(await localsOf(1, 3), ['port 1', 'port 3'])
  assert.equal(await localsOf(1, 7), [null, null])
})

test('a neighbour at a number that is no port takes the interface of no local port away', async () => {
  const rows = [
    '1.0.8802.1.1.2.1.3.7.1.3.1|4|p1',
    '1.0.8802.1.1.2.1.4.1.1.9.0.1.1|4|sw',
    '1.0.8802.1.1.2.1.4.1.1.9.0.77.1|4|stray',
  ]
  const { local, remotes } = await sessionOn(rows, [...ifTable(), lldp()]).call(lldpInfo, {})
  assert.is(local.ports[0]!.interface?.name, 'port 1')
  assert.equal(
    remotes.map(({ rem_name, loc_interface }) => [rem_name, loc_interface?.name ?? null]),
    [
      ['sw', 'port 1'],
      ['stray', null],
    ],
  )
})

test('FASTPATH: three loads in one text, memory in kilobytes', async () => {
  const lines = [
    `${own}.1.1.4.1.0|2|85068`,
    `${own}.1.1.4.2.0|2|256404`,
    `${own}.1.1.4.9.0|4|5 Secs ( 31.1134%)   60 Secs ( 16.7571%)  300 Secs ( 14.3501%)`,
    `${own}.43.1.8.1.5.1.0|2|54`,
  ]
  const session = sessionOn(lines, fastPath(own))
  const { cpu, memory } = await session.call(sysResources, {})
  assert.equal(cpu, { util: 16.8, _util5sec: 31.1, _util1min: 16.8, _util5min: 14.4, _cpu_count: null })
  assert.equal([memory!.util, memory!._total], [66.8, 262557696])
  assert.is((await session.call(sysTemp, {})).main, 54)
})

test('Digital China: the word NULL is no value', async () => {
  const optical = [2, 7, 12, 17, 22].flatMap((column, at) => [
    `${own}.30.1.1.${column}.1|4|${['41', '3.38', '21.48', '-9.60', '-6.09'][at]}`,
    `${own}.30.1.1.${column}.2|4|NULL`,
  ])
  const [row, ...rest] = await sessionOn(
    [...optical, `${own}.30.3.1.4.2|4|NULL`],
    [...ifTable(), ...digitalChina(own)],
  ).call(sfpOptical, {})
  assert.equal(
    [row!.temp, row!.vcc, row!.tx_bias, row!.rx_power, row!.tx_power, rest.length],
    [41, 3.38, 21.48, -9.6, -6.09, 0],
  )
})

test('optics in lanes: the lowest power and the highest current stand for the module; one lane is no list', async () => {
  const lanes = [0, 1].map(lane => ({
    rx_power: integer(`${own}.9.${lane}`),
    tx_bias: integer(`${own}.10.${lane}`),
  }))
  const lines = [
    `${own}.9.0.1|2|-3`,
    `${own}.9.1.1|2|-5`,
    `${own}.10.0.1|2|7`,
    `${own}.10.1.1|2|8`,
    `${own}.9.0.2|2|-1`,
  ]
  const [first, second] = await sessionOn(lines, [
    ...ifTable(),
    opticalTable({ temp: integer(`${own}.11`), lanes }),
  ]).call(sfpOptical, {})
  assert.equal(
    [first!.rx_power, first!.tx_bias, first!.lanes?.map(({ lane, rx_power }) => [lane, rx_power])],
    [
      -5,
      8,
      [
        [1, -3],
        [2, -5],
      ],
    ],
  )
  assert.equal([second!.rx_power, second!.lanes], [-1, undefined])
})

test('an FDB whose table with VLANs has no ports takes them from the one without, or tells that there are none', async () => {
  const mac = '2.0.0.0.0.1'
  const vlans = [`1.3.6.1.2.1.17.7.1.2.2.1.3.5.${mac}|2|3`, '1.3.6.1.2.1.17.1.4.1.2.1|2|2']
  const read = async (...plain: string[]) => {
    const session = sessionOn([...vlans, ...plain], [...ifTable(), fdbTable()])
    const [row] = await session.call(fdb, {})
    return [row?.interface?.name ?? null, row?.vlan_id, session.reports.map(({ reason }) => reason)]
  }
  assert.equal(await read(`1.3.6.1.2.1.17.4.3.1.2.${mac}|2|1`), ['port 2', 5, []])
  assert.equal(await read(), [null, 5, ['unknown_value']])
})

test('one direction whose octets have 64 bits is told, where the other has none at all', async () => {
  const session = sessionOn(['1.3.6.1.2.1.31.1.1.1.10.2|70|7', '1.3.6.1.2.1.2.2.1.11.2|65|9'], ifTable())
  const row = (await session.call(interfaceCounters, {})).find(one => one.interface.id === 2)!
  assert.equal([row.in_octets, row.out_octets, row.bits], [null, 7, 64])
})
