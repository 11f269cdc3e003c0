import { buildIndex } from '@linecard/driver-kit/detection'
import { sysResources } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import juniper from '../src/index.ts'

const test = suite('juniper SPUs')
const [operating, spu] = ['1.3.6.1.4.1.2636.3.1.13.1', '1.3.6.1.4.1.2636.3.39.1.12.1.1.1']

test('routing engine, boards and SPUs of an SRX are cards', async () => {
  const known = [...buildIndex([juniper]).models.values()].find(({ family }) => family.id === 'junos')!
  const part = (index: string, descr: string, cpu: number, memory: number) => [
    `${operating}.5.${index}|4|${descr}`,
    `${operating}.8.${index}|66|${cpu}`,
    `${operating}.11.${index}|66|${memory}`,
  ]
  const lines = [
    ...part('7.1.0.0', 'FPC 0', 24, 26),
    ...part('9.1.0.0', 'Routing Engine', 41, 49),
    `${spu}.2.6|66|6`,
    `${spu}.4.6|66|3`,
    `${spu}.5.6|66|61`,
    `${spu}.11.6|4|node0`,
  ]
  const { cpu, cards } = await replaySession(parseSnmprec(lines.join('\n'), 'test'), known).call(
    sysResources,
    {},
  )
  assert.is(cpu?.util, 41)
  // Without its columns a board keeps its row: those behind it have the ids that they had.
  for (const lost of [[11], [8, 11]]) {
    const without = lines.filter(line => !lost.some(arc => line.startsWith(`${operating}.${arc}.7.`)))
    const partly = await replaySession(parseSnmprec(without.join('\n'), 'test'), known).call(sysResources, {})
    assert.equal(
      partly.cards?.map(({ id, name, cpu_load: load, memory_usage: memory }) => [id, name, load, memory]),
      [
        [1, 'Routing Engine', 41, 49],
        [2, 'FPC 0', lost.includes(8) ? null : 24, null],
        [3, 'node0 SPU 6', 3, 61],
      ],
    )
  }
  assert.equal(cards, [
    { id: 1, name: 'Routing Engine', cpu_load: 41, memory_usage: 49 },
    { id: 2, name: 'FPC 0', cpu_load: 24, memory_usage: 26 },
    { id: 3, name: 'node0 SPU 6', cpu_load: 3, memory_usage: 61 },
  ])
})
