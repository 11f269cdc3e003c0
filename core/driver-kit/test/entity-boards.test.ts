import { integer, type Family, type Model } from '../src/index.ts'
import { entityBoards, ifTable } from '../src/builders/index.ts'
import { resolveModules } from '../src/detection/index.ts'
import { sysResources, sysTemp } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { assert, suite } from '@linecard/test-kit'

const own = '1.3.6.1.4.1.9999.1'
const none = [0]
const family: Family = {
  id: 'switch',
  modules: [
    ...ifTable(),
    ...entityBoards({
      cpu: integer(`${own}.1`, { none }),
      memory: integer(`${own}.2`, { none }),
      size: integer(`${own}.3`, { none }),
      temperature: integer(`${own}.4`, { none }),
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
/** A chassis (1), two boards (2, 3) and a port (4), which repeats its board's temperature. */
const parts = ['3', '9', '9', '10'].flatMap((kind, at) => [
  `1.3.6.1.2.1.47.1.1.1.1.5.${at + 1}|2|${kind}`,
  `1.3.6.1.2.1.47.1.1.1.1.7.${at + 1}|4|part ${at + 1}`,
])
const row = (index: number, ...values: readonly number[]) =>
  values.map((value, at) => `${own}.${at + 1}.${index}|2|${value}`)
const session = (lines: readonly string[]) =>
  replaySession(parseSnmprec([...parts, ...lines].join('\n'), 'test'), {
    model,
    modules: resolveModules(model),
  })

const test = suite('boards of ENTITY-MIB')

test('several boards: the mean of their load, the memory of the first, and each as a card', async () => {
  const data = await session([
    ...row(1, 0, 0, 0, 0),
    ...row(2, 10, 40, 1000, 51),
    ...row(3, 21, 50, 0, 38),
    ...row(4, 0, 0, 0, 51),
  ]).call(sysResources, {})
  assert.equal(
    [data.cpu, data.memory],
    [
      { util: 15.5, _cpu_count: 2 },
      { util: 40, _total: 1000, _used: 400, _free: 600 },
    ],
  )
  assert.equal(data.cards, [
    { id: 2, name: 'part 2', cpu_load: 10, memory_usage: 40 },
    { id: 3, name: 'part 3', cpu_load: 21, memory_usage: 50 },
  ])
})
test('sizes of 2 GB and more: the 32-bit number is negative, the one in megabytes is taken first', async () => {
  assert.is(
    (await session(row(2, 10, 50, -1535721472, 51)).call(sysResources, {})).memory?._total,
    2759245824,
  )
  const mega: Family = {
    id: 'switch',
    modules: [
      ...ifTable(),
      ...entityBoards({
        cpu: integer(`${own}.1`, { none }),
        memory: integer(`${own}.2`, { none }),
        size: integer(`${own}.3`, { none }),
        sizeMega: integer(`${own}.5`, { none }),
        temperature: integer(`${own}.4`, { none }),
      }),
    ],
  }
  const source = parseSnmprec([...parts, ...row(2, 10, 50, 1000, 51), `${own}.5.2|2|8192`].join('\n'), 'test')
  assert.is(
    (
      await replaySession(source, { model, modules: resolveModules({ ...model, family: mega }) }).call(
        sysResources,
        {},
      )
    ).memory?._total,
    8192 * 2 ** 20,
  )
})
test('one board is no card', async () =>
  assert.is((await session(row(2, 10, 40, 0, 51)).call(sysResources, {})).cards, null))
test('temperatures of ports are those of their board again', async () => {
  const { main, main_from, sensors } = await session([
    ...row(2, 10, 40, 0, 51),
    ...row(3, 1, 1, 0, 38),
    ...row(4, 0, 0, 0, 51),
  ]).call(sysTemp, {})
  assert.equal([main, main_from, sensors.length], [51, 'part 2', 2])
})
test('a device without such parts says nothing', async () => {
  assert.equal((await session([]).call(sysTemp, {})).sensors, [])
  assert.is((await session([]).call(sysResources, {})).cpu, null)
})
