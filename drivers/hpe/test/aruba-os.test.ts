import { buildIndex } from '@linecard/driver-kit/detection'
import { sysResources, system } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const { models } = buildIndex([driver])
const sessionOn = (lines: readonly string[]) =>
  replaySession(parseSnmprec(lines.join('\n'), 'test'), models.get('aruba_device')!)

const test = suite('ArubaOS')
const ext = '1.3.6.1.4.1.14823.2.2.1.2.1'
const memory = [`${ext}.15.1.2.1|2|4000`, `${ext}.15.1.3.1|2|1000`, `${ext}.15.1.4.1|2|3000`]

test('load and memory of WLSX-SYSTEMEXT-MIB; memory is in kilobytes', async () => {
  const session = sessionOn([...memory, `${ext}.30.0|2|12`])
  const { cpu, memory: store } = await session.call(sysResources, {})
  assert.equal(cpu, { util: 12, _cpu_count: null })
  assert.equal(store, { util: 25, _total: 4_096_000, _used: 1_024_000, _free: 3_072_000 })
  assert.equal(session.reports, [])
})

test('a release without the load of the device has that of its processors', async () => {
  const session = sessionOn([...memory, `${ext}.13.1.3.1|2|10`, `${ext}.13.1.3.2|2|30`])
  assert.equal((await session.call(sysResources, {})).cpu, { util: 20, _cpu_count: 2 })
})

test('without any of them, the answer says what it lacks', async () => {
  const session = sessionOn(['1.3.6.1.2.1.1.5.0|4|wlc-1'])
  assert.equal((await session.call(sysResources, {})).cpu, null)
  assert.equal(
    session.reports,
    ['cpu', 'memory'].map(what => ({ what, reason: 'not_given' })),
  )
})

test('serial number and version', async () => {
  const { serial_num, board_software_ver } = await sessionOn([
    '1.3.6.1.2.1.1.5.0|4|wlc-1',
    `${ext}.28.0|4|8.10.0.2`,
    `${ext}.29.0|4|CW0001234`,
  ]).call(system, {})
  assert.equal([serial_num, board_software_ver], ['CW0001234', '8.10.0.2'])
})
