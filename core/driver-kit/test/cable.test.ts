import { assert, suite } from '@linecard/test-kit'
import {
  DeviceError,
  enumeration,
  implement,
  integer,
  SnmpType,
  type ResultOf,
  type Varbind,
} from '../src/index.ts'
import { cableTest, ifTable, integerTo } from '../src/builders/index.ts'
import { cableDiag, linkInfo } from '../src/modules/index.ts'
import { parseSnmprec } from '../src/recording/index.ts'
import { replaySession } from '../src/testing/index.ts'
import { smallModel } from './small-model.ts'

const test = suite('cable test')
const entry = '1.3.6.1.4.1.99999.5.1'
const states = { 0: 'OK', 1: 'Open', 2: 'Short', 5: 'Unknown' } as const
const cable = () =>
  cableTest({
    pairs: [0, 1].map(at => ({
      status: enumeration(`${entry}.${4 + at}`, states),
      length: integer(`${entry}.${8 + at}`),
    })),
    state: enumeration(`${entry}.13`, { 1: 'NotRun', 2: 'Processing', 3: 'Done' }),
    start: ({ if_index: index }) => [integerTo(`${entry}.12.${index}`, 1)],
    running: ({ state }) => state !== 'Done',
    pairsOf: ({ name }) => (name === 'Gi0/1' ? 1 : 2),
  })

/**
 * Port 1 has a link, 2 has none, 3 is fibre, 4 has no row. A test runs for two polls, then the pairs are
 * there.
 */
function device(rows = [1, 2, 3]) {
  const media = [...ifTable()].find(({ module }) => module.name === 'link_info')!
  const withMedia = implement(
    linkInfo,
    async (session, args) =>
      ((await media.run(session, args)) as ResultOf<typeof linkInfo>).map(row => ({
        ...row,
        medium_type: row.interface.if_index === 3 ? ('Fiber' as const) : ('Copper' as const),
      })),
    { override: true },
  )
  const ports = [1, 2, 3, 4].flatMap(n => [
    `1.3.6.1.2.1.2.2.1.2.${n}|4|Gi0/${n}`,
    `1.3.6.1.2.1.2.2.1.3.${n}|2|6`,
    `1.3.6.1.2.1.2.2.1.8.${n}|2|${n === 1 ? 1 : 2}`,
  ])
  const never = rows.flatMap(n =>
    [4, 5]
      .map(column => `${entry}.${column}.${n}|2|5`)
      .concat(
        [8, 9].map(column => `${entry}.${column}.${n}|2|0`),
        `${entry}.13.${n}|2|1`,
      ),
  )
  const session = replaySession(
    parseSnmprec([...ports, ...never].join('\n')),
    smallModel([...ifTable(), withMedia, cable()]),
  )
  const { set, get } = session.snmp
  const started: string[] = []
  let polls = 0
  const put = (cells: readonly (readonly [oid: string, value: number])[]) =>
    set(cells.map(([oid, value]): Varbind => ({ oid, type: SnmpType.Integer, value })))
  Object.assign(session.snmp, {
    async set(varbinds: readonly Varbind[]) {
      const index = varbinds[0]!.oid.split('.').at(-1)!
      started.push(index)
      polls = 0
      await put([[`${entry}.13.${index}`, 2]])
    },
    async get(oids: readonly string[]) {
      const index = started.at(-1)
      if (index !== undefined && ++polls === 3)
        await put([
          [`${entry}.13.${index}`, 3],
          [`${entry}.4.${index}`, 0],
          [`${entry}.5.${index}`, 1],
          [`${entry}.9.${index}`, 17],
        ])
      return get(oids)
    },
  })
  return { session, started }
}
const pairsOf = (rows: ResultOf<typeof cableDiag>) =>
  rows.map(({ interface: { name }, pairs }) => [name, pairs.map(({ status, length }) => [status, length])])

test('a test is started once and its result awaited; a well pair without a length was not measured', async () => {
  const { session, started } = device()
  assert.equal(pairsOf(await session.call(cableDiag, { interface: 'Gi0/2' })), [
    [
      'Gi0/2',
      [
        ['OK', null],
        ['Open', 17],
      ],
    ],
  ])
  assert.equal(started, ['2'])
})

test('of all ports those with a link are left as they are, and said to be; asked for by name they are tested', async () => {
  const { session, started } = device()
  assert.equal(pairsOf(await session.call(cableDiag, {})), [
    ['Gi0/1', [['NotTested', null]]],
    [
      'Gi0/2',
      [
        ['OK', null],
        ['Open', 17],
      ],
    ],
  ])
  assert.equal(started, ['2'])
  await session.call(cableDiag, { interface: 1 })
  assert.equal(started, ['2', '1'])
})

test('a port of fibre, one without a test, and a device without any test are refused before it starts', async () => {
  const refusal = async (rows: number[], args: { interface?: string }) => {
    const { session, started } = device(rows)
    const error = await session.call(cableDiag, args).then(
      () => null,
      (reason: unknown) => reason,
    )
    assert.equal(started, [])
    return error instanceof DeviceError ? error.kind : String(error)
  }
  assert.equal(
    await Promise.all([
      refusal([1, 2, 3], { interface: 'Gi0/3' }),
      refusal([1, 2, 3], { interface: 'Gi0/4' }),
      refusal([], {}),
    ]),
    ['BadArgument', 'BadArgument', 'Unsupported'],
  )
})

test('when the time of the call is up, the results that are there are handed over, with what is missing', async () => {
  const { session, started } = device([1, 2, 4])
  const stop = new AbortController()
  const { set } = session.snmp
  Object.assign(session, { signal: stop.signal })
  Object.assign(session.snmp, {
    async set(varbinds: readonly Varbind[]) {
      await set(varbinds)
      if (started.length === 2) stop.abort()
    },
  })
  assert.equal(
    pairsOf(await session.call(cableDiag, {})).map(([name]) => name),
    ['Gi0/1', 'Gi0/2'],
  )
  assert.equal([started, session.reports.map(({ reason }) => reason)], [['2', '4'], ['time_limit']])
})
