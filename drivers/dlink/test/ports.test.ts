import type { Session } from '@linecard/driver-kit'
import { portList } from '@linecard/driver-kit/codecs'
import { buildIndex } from '@linecard/driver-kit/detection'
import { linkInfo, sfpOptical, sysResources } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { eitherWay } from '../src/ports/port-list.ts'

const index = buildIndex([driver])
const dlink = '1.3.6.1.4.1.171'

/** Calls a module of a model that answers these values. */
async function ask<T>(
  modelKey: string,
  question: (session: Session) => Promise<T>,
  lines: readonly string[],
) {
  const known = index.models.get(modelKey)!
  const session = replaySession(parseSnmprec(lines.join('\n'), 'test'), known)
  return { data: await question(session), reports: session.reports }
}

/** A port of IF-MIB: admin up, link as given. */
const port = (ifIndex: number, up: boolean, mbps: number): string[] => [
  `1.3.6.1.2.1.2.2.1.2.${ifIndex}|4|Port ${ifIndex}`,
  `1.3.6.1.2.1.2.2.1.3.${ifIndex}|2|6`,
  `1.3.6.1.2.1.2.2.1.7.${ifIndex}|2|1`,
  `1.3.6.1.2.1.2.2.1.8.${ifIndex}|2|${up ? 1 : 2}`,
  `1.3.6.1.2.1.31.1.1.1.1.${ifIndex}|4|1/${ifIndex}`,
  `1.3.6.1.2.1.31.1.1.1.15.${ifIndex}|66|${up ? mbps : 0}`,
]
/** Rows of the two tables of the L2MGMT-MIBs. */
const l2 = (node: string, row: string, link: number, nway: number, admin = 3): string[] => [
  `${node}.1.1.5.${row}|2|${link}`,
  `${node}.1.1.6.${row}|2|${nway}`,
  `${node}.2.1.4.${row}|2|${admin}`,
  `${node}.2.1.5.${row}|2|2`,
  `${node}.2.1.7.${row}|2|3`,
]

const des3200 = `${dlink}.11.113.5.1.2.3`
const combo = [
  ...port(25, true, 1000),
  ...l2(des3200, '25.1', 3, 2),
  ...l2(des3200, '25.2', 2, 8),
  ...port(1, true, 100),
  ...l2(des3200, '1.1', 2, 6),
  ...port(2, false, 0),
]
const test = suite('dlink ports')

test('a combo port has one row a medium, and the medium with the link has the speed', async () => {
  const { data, reports } = await ask(
    'dlink_des_3200_28_c1',
    session => session.call(linkInfo, { interface: '1/25' }),
    combo,
  )
  assert.equal(
    data.map(row => [row.medium_type, row.oper_status, row.nway_status, row.speed_mbps, row.duplex]),
    [
      ['Copper', 'Down', 'Down', null, null],
      ['Fiber', 'Up', '1G-Full', 1000, 'Full'],
    ],
  )
  assert.equal(reports, [])
})
test('one port asked for reads that port alone', async () => {
  const { data } = await ask(
    'dlink_des_3200_28_c1',
    session => session.call(linkInfo, { interface: 1 }),
    combo,
  )
  assert.equal(
    data.map(row => [
      row.interface.name,
      row.medium_type,
      row.nway_status,
      row.admin_speed,
      row.address_learning,
    ]),
    [['1/1', 'Copper', '100-Full', 'Auto', 'Enabled']],
  )
})
test("a port that the model's tables do not have is as IF-MIB says", async () => {
  const { data } = await ask(
    'dlink_des_3200_28_c1',
    session => session.call(linkInfo, { interface: 2 }),
    combo,
  )
  assert.equal(
    [data.length, data[0]!.nway_status, data[0]!.medium_type, data[0]!.admin_speed],
    [1, 'Down', null, undefined],
  )
})
test('tables read a moment apart do not contradict each other', async () => {
  const { data } = await ask('dlink_des_3200_28_c1', session => session.call(linkInfo, {}), [
    ...port(1, true, 100),
    ...l2(des3200, '1.1', 3, 2),
  ])
  assert.equal([data[0]!.oper_status, data[0]!.nway_status, data[0]!.speed_mbps], ['Up', '100', 100])
})
test('an index without medium is found by one port and by all (DES-3026)', async () => {
  const node = `${dlink}.11.63.3.2.2`
  const lines = [
    ...port(7, true, 100),
    `${node}.1.1.4.7|2|2`,
    `${node}.1.1.5.7|2|5`,
    `${node}.2.1.2.7|2|3`,
    `${node}.2.1.3.7|2|1`,
  ]
  for (const args of [{}, { interface: 7 }]) {
    const { data } = await ask('dlink_des_3026', session => session.call(linkInfo, args), lines)
    assert.equal(
      [data[0]!.nway_status, data[0]!.duplex, data[0]!.admin_speed, data[0]!.medium_type],
      ['100-Full', 'Full', 'Auto', null],
    )
  }
})
test('a speed without a word is null and reported', async () => {
  const { data, reports } = await ask('dlink_des_3200_28_c1', session => session.call(linkInfo, {}), [
    ...port(1, true, 100),
    ...l2(des3200, '1.1', 2, 77),
  ])
  assert.is(data[0]!.nway_status, '100')
  assert.equal(reports, [{ what: `${des3200}.1.1.6`, reason: 'unknown_value', index: '1.1' }])
})
test('ifHighSpeed in bit/s is Mbit/s all the same', async () => {
  const { data } = await ask(
    'dlink_general_switch',
    session => session.call(linkInfo, {}),
    port(1, true, 100_000_000),
  )
  assert.equal([data[0]!.speed_mbps, data[0]!.nway_status], [100, '100'])
})
test('a PortList is read forwards and backwards', () => {
  assert.equal(eitherWay(portList([1, 2, 28], 8)), [1, 2, 28])
  assert.equal(eitherWay(Buffer.from('000000000cffffff', 'hex')), [
    ...Array.from({ length: 24 }, (_, n) => n + 1),
    27,
    28,
  ])
  assert.equal(eitherWay(Buffer.alloc(8)), [])
})

const ddm = (ifIndex: number, tx: string, rx: string): string[] =>
  ['35.1', '3.30', '12.5', tx, rx].map(
    (value, at) => `${dlink}.12.72.2.1.1.1.${at + 2}.${ifIndex}|4|${value}`,
  )
const powers = async (lines: readonly string[]) =>
  (
    await ask('dlink_des_3200_28_c1', session => session.call(sfpOptical, {}), [
      ...port(25, true, 1000),
      ...port(26, true, 1000),
      ...lines,
    ])
  ).data.map(row => [row.tx_power, row.rx_power])

test('power of optics is in the unit that the device says', async () => {
  assert.equal(await powers([...ddm(25, '0.5012', '0.0100'), `${dlink}.12.72.1.3.0|2|1`]), [[-3, -20]])
  assert.equal(await powers([...ddm(25, '0.5012', '-20.000'), `${dlink}.12.72.1.3.0|2|2`]), [[0.5, -20]])
})
test('powers without a unit are unknown, unless one of them is below zero', async () => {
  assert.equal(await powers(ddm(25, '0.5012', '0.0000')), [[null, null]])
  assert.equal(await powers([...ddm(25, '0.5012', '-9.2'), ...ddm(26, '-5.61', '-')]), [
    [0.5, -9.2],
    [-5.61, null],
  ])
})
test('a transceiver that measures nothing has no row', async () => {
  assert.equal(
    await powers(
      ['-', '-', '-', '-', '-'].map((value, at) => `${dlink}.12.72.2.1.1.1.${at + 2}.25|4|${value}`),
    ),
    [],
  )
})
test('load_only leaves the rest null, and asks nothing for it', async () => {
  const lines = [...port(25, true, 1000), ...ddm(25, '-5.0', '-9.0'), `${dlink}.12.1.1.6.2.0|2|7`]
  const optics = await ask(
    'dlink_des_3200_28_c1',
    session => session.call(sfpOptical, { load_only: 'rx_power' }),
    lines,
  )
  assert.equal(
    optics.data.map(({ temp, tx_power, rx_power }) => ({ temp, tx_power, rx_power })),
    [{ temp: null, tx_power: null, rx_power: -9 }],
  )
  const { data } = await ask(
    'dlink_des_3200_28_c1',
    session => session.call(sysResources, { load_only: ['cpu'] }),
    lines,
  )
  assert.equal(data, {
    cpu: { util: 7, _util5sec: null, _util1min: 7, _util5min: null, _cpu_count: null },
    memory: null,
    disk: null,
    interfaces: null,
    cards: null,
    fans: null,
  })
})
test('DES-3526 keeps the same tables further behind, without learning', async () => {
  const node = `${dlink}.11.64.1.2.4`
  const lines = [
    ...port(1, true, 100),
    `${node}.4.1.5.1.1|2|2`,
    `${node}.4.1.6.1.1|2|6`,
    `${node}.5.1.4.1.1|2|3`,
    `${node}.5.1.5.1.1|2|6`,
  ]
  const { data } = await ask('dlink_des_3526', session => session.call(linkInfo, {}), lines)
  assert.equal(
    [data[0]!.nway_status, data[0]!.admin_speed, data[0]!.medium_type, data[0]!.address_learning],
    ['100-Full', '100-Full', 'Copper', null],
  )
})
