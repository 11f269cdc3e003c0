import { buildIndex } from '@linecard/driver-kit/detection'
import { sysResources, sysTemp } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const { models } = buildIndex([driver])
const sessionOn = (lines: readonly string[]) =>
  replaySession(parseSnmprec(lines.join('\n'), 'test'), models.get('extreme_ers')!)

const test = suite('ERS (BOSS)')
const [util, heat] = ['1.3.6.1.4.1.45.1.6.3.8.1.1', '1.3.6.1.4.1.45.1.6.3.7.1.1.5']
const unit = (number: number, load: number) => [
  `${util}.5.3.${number}0.0|66|${load}`,
  `${util}.12.3.${number}0.0|66|128`,
  `${util}.13.3.${number}0.0|66|64`,
  `${heat}.5.${number}0.0|2|${60 + number}`,
]

test('load, memory in megabytes, temperatures in half degrees', async () => {
  const session = sessionOn(unit(1, 20))
  const { cpu, memory, cards } = await session.call(sysResources, {})
  assert.equal([cpu?.util, cpu?._util1min, memory?.util, memory?._total, cards], [20, 20, 50, 2 ** 27, null])
  assert.equal(await session.call(sysTemp, {}), {
    main: 30.5,
    main_from: 'Unit 1',
    cpu: null,
    board: null,
    sensors: [{ name: 'Unit 1', value: 30.5 }],
  })
  assert.equal(session.reports, [])
})

test('a stack has a row for each unit', async () => {
  const session = sessionOn([...unit(1, 20), ...unit(2, 40)])
  const { cpu, cards } = await session.call(sysResources, {})
  assert.equal([cpu?.util, cpu?._cpu_count], [30, 2])
  assert.equal(
    cards?.map(one => [one.name, one.cpu_load, one.memory_usage]),
    [
      ['Unit 1', 20, 50],
      ['Unit 2', 40, 50],
    ],
  )
})
