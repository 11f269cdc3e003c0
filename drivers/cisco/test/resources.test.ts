import { buildIndex } from '@linecard/driver-kit/detection'
import { sysResources } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const { models } = buildIndex([driver])
const sessionOn = (lines: readonly string[]) =>
  replaySession(parseSnmprec(lines.join('\n'), 'test'), models.get('cisco_asa')!)

const test = suite('cisco load and memory')
const mgmt = '1.3.6.1.4.1.9.9'

test('a firewall has CISCO-PROCESS-MIB and CISCO-ENHANCED-MEMPOOL-MIB', async () => {
  const session = sessionOn([
    `${mgmt}.109.1.1.1.1.6.1|66|7`,
    `${mgmt}.109.1.1.1.1.7.1|66|8`,
    `${mgmt}.109.1.1.1.1.8.1|66|9`,
    `${mgmt}.221.1.1.1.1.2.1.1|2|2`,
    `${mgmt}.221.1.1.1.1.18.1.1|70|1000`,
    `${mgmt}.221.1.1.1.1.20.1.1|70|3000`,
  ])
  const { cpu, memory } = await session.call(sysResources, {})
  assert.equal(cpu, { util: 8, _util5sec: 7, _util1min: 8, _util5min: 9, _cpu_count: 1 })
  assert.equal(memory, { util: 25, _total: 4000, _used: 1000, _free: 3000 })
  assert.equal(session.reports, [])
})

test('where it has neither, the answer says so', async () => {
  const session = sessionOn(['1.3.6.1.2.1.1.5.0|4|fw-1'])
  assert.equal((await session.call(sysResources, {})).cpu, null)
  assert.equal(
    session.reports,
    ['cpu', 'memory'].map(what => ({ what, reason: 'not_given' })),
  )
})
