import { assert, suite } from '@linecard/test-kit'
import { type Implementation } from '../src/index.ts'
import {
  entitySensors,
  ifTable,
  radlanMedia,
  radlanOptics,
  radlanResources,
  radlanTemperatures,
} from '../src/builders/index.ts'
import { sfpMedia, sfpOptical, sysResources, sysTemp } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('radlan and sensor tables elsewhere')
const node = '1.3.6.1.4.1.89'

function sessionOn(lines: readonly string[], modules: readonly Implementation[]) {
  return replaySession(parseSnmprec(lines.toSorted().join('\n')), smallModel(modules))
}
const port = ['1.3.6.1.2.1.2.2.1.2.9|4|gi9', '1.3.6.1.2.1.2.2.1.3.9|2|6', '1.3.6.1.2.1.31.1.1.1.1.9|4|gi9']
const modules = [
  ...ifTable(),
  radlanResources({ node }),
  radlanTemperatures({ node }),
  radlanOptics({ node }),
]

test('optics are results 5 to 9 of a port; dark is null, cable tests are no optics', async () => {
  const results = ['5|2|34', '6|2|3286900', '7|2|2564', '8|2|-5402', '9|2|-40000'].map(
    line => `${node}.90.1.2.1.3.9.${line}`,
  )
  const rows = await sessionOn([...port, ...results, `${node}.90.1.2.1.3.2.4|2|1`], modules).call(
    sfpOptical,
    {},
  )
  assert.equal(
    rows.map(({ interface: one, ...row }) => [one.name, row]),
    [['gi9', { temp: 34, vcc: 3.2869, tx_bias: 2.564, tx_power: -5.402, rx_power: null }]],
  )
})
test('fans that are not there have no row; 101 percent is no load', async () => {
  const lines = [
    `${node}.53.15.1.4.1|2|1`,
    `${node}.53.15.1.5.1|2|5`,
    `${node}.53.15.1.6.1|2|6`,
    `${node}.1.8.0|2|101`,
    `${node}.1.9.0|2|4`,
  ]
  const { cpu, fans } = await sessionOn(lines, modules).call(sysResources, {})
  assert.equal(fans, [
    { name: 'Fan 1', status: 'Normal', speed: null },
    { name: 'Fan 3', status: 'Failed', speed: null },
  ])
  assert.is(cpu?.util, 4)
})
test('an agent that says the load of the last second only', async () => {
  assert.equal((await sessionOn([`${node}.1.7.0|2|89`], modules).call(sysResources, {})).cpu, {
    util: 89,
    _util1min: null,
    _util5min: null,
    _cpu_count: null,
  })
})
test('transceivers of newer agents by ifIndex; the unit itself is none', async () => {
  const lines = [
    '3.0.1|4|V04',
    '4.0.1|4|SG350',
    '3.1.9|4|V01',
    '4.1.9|4|SFP-LX',
    '6.1.9|4|1000Base-LX',
    '7.1.9|4|A117   ',
  ].map(line => `${node}.217.1.${line}`)
  const rows = await sessionOn([...port, ...lines], [...ifTable(), radlanMedia({ node })]).call(sfpMedia, {})
  assert.equal(
    rows.map(({ interface: one, ...row }) => [one.name, row]),
    [
      [
        'gi9',
        {
          vendor_name: null,
          connector_type: null,
          part_number: 'SFP-LX',
          _model: '1000Base-LX',
          serial_num: 'A117',
        },
      ],
    ],
  )
})
test('a unit without thermometer falls back to those beside the fans', async () => {
  assert.is(
    (await sessionOn([`${node}.53.15.1.10.1|2|70`, `${node}.53.15.1.11.1|2|1`], modules).call(sysTemp, {}))
      .main,
    70,
  )
  assert.equal(
    (await sessionOn([`${node}.83.5.1.1.2.1|2|64`, `${node}.83.5.1.1.2.2|2|0`], modules).call(sysTemp, {}))
      .sensors,
    [{ name: 'Unit 1 fan', value: 64 }],
  )
})
test('a temperature below absolute zero is none', async () => {
  const entry = '1.3.6.1.2.1.99.1.1.1'
  const rows = ['1.5|2|8', '2.5|2|9', '3.5|2|1', '4.5|2|-32768', '5.5|2|1'].map(line => `${entry}.${line}`)
  assert.equal(
    (await sessionOn([...port, ...rows], [...ifTable(), ...entitySensors()]).call(sysTemp, {})).sensors,
    [{ name: 'sensor 5', value: null }],
  )
})
test('a sensor table with the columns of ENTITY-SENSOR-MIB may stand elsewhere', async () => {
  const entry = '1.3.6.1.4.1.9.9.91.1.1.1.1'
  const rows = ['1.5|2|8', '2.5|2|9', '3.5|2|1', '4.5|2|415', '5.5|2|1'].map(line => `${entry}.${line}`)
  assert.is(
    (await sessionOn([...port, ...rows], [...ifTable(), ...entitySensors({ entry })]).call(sysTemp, {})).main,
    41.5,
  )
})
