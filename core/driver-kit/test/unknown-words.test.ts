import { assert, suite } from '@linecard/test-kit'
import type { Implementation, Module } from '../src/index.ts'
import { entitySensors, ifTable, lldp, systemInfo } from '../src/builders/index.ts'
import { linkInfo, lldpInfo, sfpOptical, system } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('numbers that no enumeration knows')
const mib2 = '1.3.6.1.2.1'
const remote = '1.0.8802.1.1.2.1.4.1.1'
const sensor = `${mib2}.99.1.1.1`
const entity = `${mib2}.47.1.1.1.1`

const lines = [
  `${mib2}.2.2.1.2.1|4|port 1`,
  `${mib2}.2.2.1.3.1|2|6`,
  `${mib2}.2.2.1.8.1|2|1`,
  `${mib2}.31.1.1.1.15.1|66|1000`,
  `${mib2}.10.7.2.1.19.1|2|3`,
  `${entity}.4.10|2|0`,
  `${entity}.5.10|2|3`,
  `${entity}.11.10|4|EXAMPLE0001`,
  `${entity}.4.11|2|10`,
  `${entity}.5.11|2|10`,
  `${entity}.7.11|4|port 1`,
  `${entity}.4.12|2|11`,
  `${entity}.5.12|2|9`,
  `${entity}.11.12|4|LR-0117`,
  `${entity}.4.13|2|12`,
  `${entity}.5.13|2|8`,
  `${entity}.7.13|4|rx power`,
  `${sensor}.1.13|2|14`,
  `${sensor}.2.13|2|8`,
  `${sensor}.3.13|2|0`,
  `${sensor}.4.13|2|-1250`,
  `${sensor}.5.13|2|1`,
  `${remote}.4.0.1.1|2|5`,
  `${remote}.5.0.1.1|4x|01C0000211`,
  `${remote}.6.0.1.1|2|3`,
  `${remote}.7.0.1.1|4x|020000000a01`,
]

async function ask(module: Module, modules: readonly Implementation[], change: (line: string) => string[]) {
  const session = replaySession(parseSnmprec(lines.flatMap(change).join('\n')), smallModel(modules))
  const data: unknown = await session.call(module, {})
  return { data, missing: session.reports }
}

const optical = [...ifTable(), ...entitySensors()]
const rxPower = (data: unknown) => (data as { rx_power: number | null }[])[0]?.rx_power ?? null
const cases: readonly (readonly [
  what: string,
  column: string,
  module: Module,
  modules: readonly Implementation[],
  value: (data: unknown) => unknown,
  known: unknown,
  unknown: unknown,
])[] = [
  [
    'a duplex',
    `${mib2}.10.7.2.1.19`,
    linkInfo,
    ifTable(),
    data => (data as { duplex: string | null }[])[0]!.duplex,
    'Full',
    null,
  ],
  ['what a sensor measures', `${sensor}.1`, sfpOptical, optical, rxPower, -1.25, null],
  ['the scale of a sensor', `${sensor}.2`, sfpOptical, optical, rxPower, -1.25, null],
  ['the state of a sensor', `${sensor}.5`, sfpOptical, optical, rxPower, -1.25, null],
  [
    'what the id of a neighbour is',
    `${remote}.4`,
    lldpInfo,
    [...ifTable(), lldp()],
    data => (data as { remotes: { rem_chassis_id: string }[] }).remotes[0]!.rem_chassis_id,
    '192.0.2.17',
    '01:C0:00:02:11',
  ],
]
for (const [what, column, module, modules, value, known, unknown] of cases)
  test(`${what} that no MIB has is told as an unknown value`, async () => {
    const right = await ask(module, modules, line => [line])
    assert.is(value(right.data), known)
    const odd = await ask(module, modules, line =>
      line.startsWith(`${column}.`) ? [line.replace(/\d+$/, '9999')] : [line],
    )
    assert.is(value(odd.data), unknown)
    assert.ok(
      odd.missing.some(one => one.what === column && one.reason === 'unknown_value'),
      JSON.stringify(odd.missing),
    )
  })

test('without its class a chassis is not replaced by the transceiver in a port', async () => {
  const serial = async (lost: readonly string[]) => {
    const { data } = await ask(system, [systemInfo()], line =>
      lost.some(oid => line.startsWith(`${oid}|`)) ? [] : [line],
    )
    return (data as { serial_num: string | null }).serial_num
  }
  assert.is(await serial([]), 'EXAMPLE0001')
  assert.is(await serial([`${entity}.5.10`, `${entity}.5.11`]), null)
})
