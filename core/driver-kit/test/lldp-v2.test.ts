import { suite, assert } from '@linecard/test-kit'
import { defineFamily, type ResultOf } from '@linecard/driver-kit'
import { ifTable, lldp } from '@linecard/driver-kit/builders'
import { resolveModules } from '@linecard/driver-kit/detection'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import type { lldpInfo } from '@linecard/driver-kit/modules'
import { replaySession } from '@linecard/driver-kit/testing'

const test = suite('LLDP-V2-MIB')

const root = '1.3.111.2.802.1.1.13.1'
const lines = [
  '1.3.6.1.2.1.2.2.1.2.10009|4|xe9',
  '1.3.6.1.2.1.2.2.1.3.10009|2|6',
  `${root}.3.1.0|2|4`,
  `${root}.3.2.0|4x|020000000100`,
  `${root}.3.3.0|4|sw-17`,
  `${root}.3.7.1.2.10009|2|5`,
  `${root}.3.7.1.3.10009|4|xe9`,
  `${root}.4.1.1.5.0.10009.1.6|2|4`,
  `${root}.4.1.1.6.0.10009.1.6|4x|020000000200`,
  `${root}.4.1.1.7.0.10009.1.6|2|5`,
  `${root}.4.1.1.8.0.10009.1.6|4|Eth1/46`,
  `${root}.4.1.1.10.0.10009.1.6|4|sw-18`,
  `${root}.4.2.1.4.0.10009.1.6.1.4.192.0.2.18|2|1`,
]
const family = defineFamily({ id: 'sw-one', modules: [...ifTable(), lldp()] })
const model = {
  key: 'one',
  name: 'One',
  type: 'SWITCH' as const,
  family,
  detect: { objectId: '1.3.6.1.4.1.9' },
}

test('neighbours of an agent that has only the MIB of 2009; the own port is an ifIndex', async () => {
  const modules = resolveModules(model)
  const session = replaySession(parseSnmprec(lines.join('\n'), 'test'), { model, modules })
  const { local, remotes } = (await modules.get('lldp_info')!.run(session, {})) as ResultOf<typeof lldpInfo>
  assert.equal([local.chassis_id, local.sys_name, local.ports.length], ['02:00:00:00:01:00', 'sw-17', 1])
  assert.equal(
    remotes.map(one => [
      one.loc_interface?.name,
      one.rem_chassis_id,
      one.rem_interface,
      one.rem_name,
      one.rem_mgmt_address,
    ]),
    [['xe9', '02:00:00:00:02:00', 'Eth1/46', 'sw-18', '192.0.2.18']],
  )
  assert.equal(session.answeredBy?.get('lldp_info'), ['LLDP-V2-MIB'])
})

test('an agent with neither does not say that there are no neighbours', async () => {
  const modules = resolveModules(model)
  const session = replaySession(parseSnmprec(lines.slice(0, 2).join('\n'), 'test'), { model, modules })
  const { remotes } = (await modules.get('lldp_info')!.run(session, {})) as ResultOf<typeof lldpInfo>
  const absent = ['LLDP-MIB', 'LLDP-V2-MIB'].map(what => ({ what, reason: 'absent', rows: 0 }))
  assert.equal([remotes, session.reports], [[], absent])
})
