import type { Family, Model } from '../src/index.ts'
import { opticalKinds, ifTable } from '../src/builders/index.ts'
import { resolveModules } from '../src/detection/index.ts'
import { sfpOptical } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { assert, suite } from '@linecard/test-kit'

const oid = '1.3.6.1.4.1.9999.8'
const family: Family = {
  id: 'switch',
  modules: [
    ...ifTable(),
    opticalKinds({
      oid,
      kinds: { temp: 1, vcc: 5, tx_bias: 2, tx_power: 3, rx_power: 4 },
      scales: {
        temp: { by: 0.001, none: [0] },
        vcc: { by: 0.001, none: [0] },
        tx_bias: { by: 0.001, none: [0] },
        tx_power: { by: 0.001, none: [0] },
        rx_power: { by: 0.001, none: [0] },
      },
    }),
  ],
}
const model: Model = {
  key: 'acme',
  name: 'Acme',
  type: 'SWITCH',
  family,
  detect: { objectId: '1.3.6.1.4.1.9999' },
}
const lines = [
  ...[1, 2, 3].flatMap(port => [
    `1.3.6.1.2.1.2.2.1.2.${port}|4|port ${port}`,
    `1.3.6.1.2.1.2.2.1.3.${port}|2|6`,
  ]),
  `${oid}.1.1.1|2|36125`,
  `${oid}.1.1.2|2|99000`,
  `${oid}.1.2.1|2|6500`,
  `${oid}.1.3.1|2|-3316`,
  `${oid}.1.4.1|2|-40000`,
  `${oid}.1.5.1|2|3301`,
  `${oid}.2.1.1|2|0`,
  `${oid}.2.3.1|2|0`,
  `${oid}.3.4.1|2|-7500`,
  `${oid}.30.4.1|2|-1000`,
]
const ask = (args: { interface?: number; load_only?: string } = {}) =>
  replaySession(parseSnmprec(lines.join('\n'), 'test'), { model, modules: resolveModules(model) }).call(
    sfpOptical,
    args,
  )
const numbers = (rows: Awaited<ReturnType<typeof ask>>) =>
  rows.map(({ interface: { id }, temp, vcc, tx_bias, tx_power, rx_power }) => [
    id,
    temp,
    vcc,
    tx_bias,
    tx_power,
    rx_power,
  ])

const test = suite('measurements of transceivers, one row each')

test('the first lane counts; no light and nothing measured are null; a port without a value has no row', async () =>
  assert.equal(numbers(await ask()), [
    [1, 36.125, 3.301, 6.5, -3.316, null],
    [3, null, null, null, null, -7.5],
  ]))
test('one port is that port alone', async () =>
  assert.equal(numbers(await ask({ interface: 3 })), [[3, null, null, null, null, -7.5]]))
test('load_only leaves the rest null', async () =>
  assert.equal(numbers(await ask({ load_only: 'tx_power' }))[0], [1, null, null, null, -3.316, null]))
