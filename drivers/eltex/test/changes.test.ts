import { buildIndex } from '@linecard/driver-kit/detection'
import { ctrlPoeState, poeInfo } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('eltex changes')
const index = buildIndex([driver])
const poe = '1.3.6.1.2.1.105.1.1.1'

test('power over Ethernet of RADLAN is by ifIndex, its watts in a column of their own', async () => {
  const ports = [49, 50].flatMap(n => [
    `1.3.6.1.2.1.2.2.1.2.${n}|4|gigabitethernet1/0/${n - 48}`,
    `1.3.6.1.2.1.2.2.1.3.${n}|2|6`,
    `1.3.6.1.2.1.31.1.1.1.1.${n}|4|gi1/0/${n - 48}`,
  ])
  const rows = [
    `${poe}.3.1.49|2|1`,
    `${poe}.6.1.49|2|3`,
    `${poe}.10.1.49|2|4`,
    `${poe}.3.1.50|2|2`,
    `${poe}.6.1.50|2|1`,
    '1.3.6.1.4.1.89.108.1.1.5.1.49|66|4300',
  ]
  const session = replaySession(
    parseSnmprec([...ports, ...rows].join('\n')),
    index.models.get('eltex_mes2324p')!,
  )
  assert.equal(
    (await session.call(poeInfo, {})).map(({ interface: { name }, status, class: of, power_mw }) => [
      name,
      status,
      of,
      power_mw,
    ]),
    [
      ['gi1/0/1', 'Delivering', 3, 4300],
      ['gi1/0/2', 'Off', null, null],
    ],
  )
  assert.ok((await session.call(ctrlPoeState, { interface: 'gi1/0/2', state: 'enable' })).verified)
  assert.equal(
    session.sent.map(({ oid, value }) => [oid, value]),
    [[`${poe}.3.1.50`, 1]],
  )
})

test('models without it do not have the modules', () => {
  for (const key of ['eltex_mes2324b', 'eltex_mes2308r'])
    assert.not.ok(index.models.get(key)!.modules.has('poe_info'))
})
