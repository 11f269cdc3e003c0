import { assert, suite } from '@linecard/test-kit'
import { integer, text, type Implementation } from '../src/index.ts'
import {
  hostResources,
  ifTable,
  lldp,
  ownResources,
  radlanOptics,
  radlanTemperatures,
  temperatureTable,
} from '../src/builders/index.ts'
import { lldpInfo, sfpOptical, sysResources, sysTemp } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('members, units, parts of indexes')
const own = '1.3.6.1.4.1.99999'
const ports = [7, 8, 9].flatMap(n => [`1.3.6.1.2.1.2.2.1.2.${n}|4|port ${n}`, `1.3.6.1.2.1.2.2.1.3.${n}|2|6`])

function sessionOn(lines: readonly string[], modules: readonly Implementation[]) {
  return replaySession(parseSnmprec([...ports, ...lines].join('\n')), smallModel(modules))
}

const stack = ownResources({
  cpu: { min1: integer(`${own}.1`), name: text(`${own}.2`) },
  memory: { total: integer(`${own}.3`), used: integer(`${own}.4`) },
})
const members = [
  `${own}.1.1|2|10`,
  `${own}.1.2|2|25`,
  `${own}.2.1|4|S24`,
  `${own}.2.2|4|S24`,
  `${own}.3.1|2|1000`,
  `${own}.4.1|2|400`,
  `${own}.3.2|2|1000`,
  `${own}.4.2|2|700`,
]

test('a stack: the mean load, the memory of the first member, and each member as a card', async () => {
  const { cpu, memory, cards } = await sessionOn(members, [stack]).call(sysResources, {})
  assert.equal(cpu, { util: 17.5, _util1min: 17.5, _cpu_count: 2 })
  assert.is(memory?.util, 40)
  assert.equal(cards, [
    { id: 1, name: 'Unit 1 S24', cpu_load: 10, memory_usage: 40 },
    { id: 2, name: 'Unit 2 S24', cpu_load: 25, memory_usage: 70 },
  ])
})
test('a single device has no cards; a slot without values is no member', async () => {
  const lines = [`${own}.1.1|2|10`, `${own}.2.1|4|S24`, `${own}.2.2|4|empty`]
  const { cpu, cards } = await sessionOn(lines, [stack]).call(sysResources, {})
  assert.equal([cpu?.util, cpu?._cpu_count, cards], [10, null, null])
})
test('load_only keeps the cards out, and the members in the load', async () => {
  const { cpu, memory, cards } = await sessionOn(members, [stack]).call(sysResources, { load_only: 'cpu' })
  assert.equal([cpu?.util, memory, cards], [17.5, null, null])
})
test('sensors of the same name in two units are told apart', async () => {
  const lines = [`${own}.5.1|4|CPU`, `${own}.5.2|4|CPU`, `${own}.5.3|4|PSU`, `${own}.6.1|2|40`]
  const module = temperatureTable(
    { name: text(`${own}.5`), value: integer(`${own}.6`) },
    unit => `Unit ${unit}`,
  )
  const { sensors } = await sessionOn([...lines, `${own}.6.2|2|42`, `${own}.6.3|2|30`], [module]).call(
    sysTemp,
    {},
  )
  assert.equal(
    sensors.map(({ name }) => name),
    ['Unit 1 CPU', 'Unit 2 CPU', 'PSU'],
  )
})

const ucd = '1.3.6.1.4.1.2021'
test('load and memory of UCD-SNMP-MIB where HOST-RESOURCES-MIB has none; caches are not in use', async () => {
  const lines = [`${ucd}.4.5.0|2|8000`, `${ucd}.4.6.0|2|1000`, `${ucd}.4.15.0|2|3000`, `${ucd}.11.11.0|2|88`]
  const { cpu, memory } = await sessionOn(lines, [hostResources()]).call(sysResources, {})
  assert.equal(cpu, { util: 12, _cpu_count: null })
  assert.equal(memory, { util: 50, _total: 8_192_000, _used: 4_096_000, _free: 4_096_000 })
})
test('UCD values that cannot be are none', async () => {
  const lines = [`${ucd}.4.5.0|2|0`, `${ucd}.4.6.0|2|1000`, `${ucd}.11.11.0|2|101`]
  const { cpu, memory } = await sessionOn(lines, [hostResources()]).call(sysResources, {})
  assert.equal([cpu, memory], [null, null])
})

const remote = '1.0.8802.1.1.2.1.4'
const neighbour = (index: string) => [
  `${remote}.1.1.7.${index}|4|ge0`,
  `${remote}.2.1.4.${index}.1.4.192.0.2.9|2|1`,
]
const locals = ['8', '9'].map(n => `1.0.8802.1.1.2.1.3.7.1.4.${n}|4|port ${n}`)
for (const [index, why] of [
  ['120.9.1', 'time mark, local port, remote index'],
  ['9.1', 'local port, remote index'],
  ['120.9', 'time mark, local port'],
] as const) {
  test(`a neighbour whose index has ${why}`, async () => {
    const session = sessionOn([...locals, ...neighbour(index)], [...ifTable(), lldp()])
    const { remotes } = await session.call(lldpInfo, {})
    assert.equal(
      remotes.map(row => [row.loc_interface?.name, row.loc_port_id, row.rem_mgmt_address]),
      [['port 9', 9, '192.0.2.9']],
    )
  })
}

const radlan = '1.3.6.1.4.1.89'
const measured = (rows: readonly (readonly [test: number, raw: number, unit: number | null])[]) =>
  rows.flatMap(([kind, raw, unit]) => [
    `${radlan}.90.1.2.1.3.9.${kind}|2|${raw}`,
    ...(unit === null ? [] : [`${radlan}.90.1.2.1.4.9.${kind}|2|${unit}`]),
  ])
const opticsOf = async (rows: Parameters<typeof measured>[0]) =>
  (await sessionOn(measured(rows), [...ifTable(), radlanOptics({ node: radlan })]).call(sfpOptical, {}))[0]

test('optics are in the unit that the agent gives: thousandths and tenths of dBm, microwatts', async () => {
  const row = await opticsOf([
    [6, 3_300_000, 8],
    [8, -25, 16],
    [9, 100, 11],
  ])
  assert.equal([row?.tx_power, row?.rx_power], [-2.5, -10])
})
test('a unit that does not fit makes the value unknown; lanes count only with their unit', async () => {
  const row = await opticsOf([
    [6, 3_300_000, 8],
    [7, 6000, 17],
    [9, -7000, 17],
    [27, -9000, null],
    [28, -8000, 17],
  ])
  assert.equal([row?.tx_bias, row?.rx_power, row?.lanes?.map(({ lane }) => lane)], [null, -8, [1, 3]])
})
test('the thermometer is found whether five or six fans stand before it', async () => {
  const at = (column: number, value: number) => `${radlan}.53.15.1.${column}.1|2|${value}`
  const five = [at(4, 1), at(8, 5), at(9, 41), at(10, 1), at(11, 8_640_000)]
  const six = [at(4, 1), at(9, 5), at(10, 41), at(11, 1)]
  for (const fans of [5, 6] as const) {
    for (const lines of [five, six]) {
      const modules = [radlanTemperatures({ node: radlan, fans })]
      assert.is((await sessionOn(lines, modules).call(sysTemp, {})).main, 41)
    }
  }
})
