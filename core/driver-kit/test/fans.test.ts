import { enumeration, integer, text, type Family, type Model } from '../src/index.ts'
import { ownResources, withFans } from '../src/builders/index.ts'
import { resolveModules } from '../src/detection/index.ts'
import { sysResources } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { assert, suite } from '@linecard/test-kit'

const entry = '1.3.6.1.4.1.9999.1'
const family: Family = {
  id: 'switch',
  modules: [
    withFans(
      ownResources({ cpu: { util: integer('1.3.6.1.4.1.9999.2') } }),
      {
        status: enumeration(`${entry}.2`, { 1: 'Normal', 2: 'Failed' }),
        name: text(`${entry}.3`),
        speed: integer(`${entry}.4`),
      },
      index => `Unit ${index}`,
    ),
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
  '1.3.6.1.4.1.9999.2.0|2|7',
  `${entry}.2.1|2|1`,
  `${entry}.3.2|4|left`,
  `${entry}.4.2|2|4000`,
  `${entry}.2.2|2|2`,
  `${entry}.2.3|2|9`,
]
const ask = async (recorded: readonly string[], loadOnly?: string) => {
  const session = replaySession(parseSnmprec(recorded.join('\n'), 'test'), {
    model,
    modules: resolveModules(model),
  })
  return {
    data: await session.call(sysResources, loadOnly ? { load_only: loadOnly } : {}),
    reports: session.reports,
  }
}

const test = suite("fans of a vendor's table")

test('each row is a fan: by its name, else by its index; a status without a word is unknown and reported', async () => {
  const { data, reports } = await ask(lines)
  assert.equal(data.fans, [
    { name: 'Unit 1', status: 'Normal', speed: null },
    { name: 'left', status: 'Failed', speed: 4000 },
    { name: 'Unit 3', status: 'Unknown', speed: null },
  ])
  assert.is(data.cpu?.util, 7)
  assert.equal(reports, [
    { what: `${entry}.2`, reason: 'unknown_value', index: '3' },
    { what: 'memory', reason: 'not_given' },
  ])
})
test('a device without fans says null', async () => assert.is((await ask(lines.slice(0, 1))).data.fans, null))
test('load_only leaves out the fans, or all but the fans', async () => {
  assert.is((await ask(lines, 'cpu')).data.fans, null)
  const { data } = await ask(lines, 'fans')
  assert.equal([data.cpu, data.fans?.length], [null, 3])
})
