import { buildIndex } from '@linecard/driver-kit/detection'
import { fdb } from '@linecard/driver-kit/modules'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('FDB of RouterOS')
const model = [...buildIndex([driver]).models.values()].find(({ family }) => family.id === 'router-os')!

test('where no MAC shows what the port of BRIDGE-MIB means, the port is unknown and reported', async () => {
  const session = replaySession(
    parseSnmprec(
      [
        '1.3.6.1.2.1.2.2.1.2.2|4|ether2',
        '1.3.6.1.2.1.2.2.1.2.4|4|ether4',
        '1.3.6.1.2.1.2.2.1.3.2|2|6',
        '1.3.6.1.2.1.2.2.1.3.4|2|6',
        '1.3.6.1.2.1.17.1.4.1.2.1|2|2',
        '1.3.6.1.2.1.17.1.4.1.2.2|2|4',
        '1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.0.2|2|2',
        '1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.0.2|2|3',
        '1.3.6.1.2.1.17.7.1.2.2.1.2.10.2.0.0.0.0.1|2|1',
        '1.3.6.1.2.1.17.7.1.2.2.1.3.10.2.0.0.0.0.1|2|3',
      ].join('\n'),
    ),
    model,
  )
  const rows = await session.call(fdb, {})
  assert.equal(
    rows.map(({ mac_address, interface: one }) => [mac_address, one?.name ?? null]),
    [
      ['02:00:00:00:00:01', 'ether2'],
      ['02:00:00:00:00:02', null],
    ],
  )
  assert.ok(session.reports.some(({ what }) => what === '1.3.6.1.2.1.17.4.3.1.2'))
})

test('an agent with both tables: a MAC of one table only is in the answer, one of both stands there once', async () => {
  const session = replaySession(
    parseSnmprec(
      [
        '1.3.6.1.2.1.2.2.1.2.2|4|ether2',
        '1.3.6.1.2.1.2.2.1.2.4|4|ether4',
        '1.3.6.1.2.1.2.2.1.3.2|2|6',
        '1.3.6.1.2.1.2.2.1.3.4|2|6',
        '1.3.6.1.2.1.17.1.4.1.2.1|2|2',
        '1.3.6.1.2.1.17.1.4.1.2.3|2|4',
        // BRIDGE-MIB has ifIndex in place of the bridge port.
        '1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.0.1|2|2',
        '1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.0.1|2|3',
        '1.3.6.1.2.1.17.4.3.1.2.2.0.0.0.0.2|2|4',
        '1.3.6.1.2.1.17.4.3.1.3.2.0.0.0.0.2|2|3',
        '1.3.6.1.2.1.17.7.1.2.2.1.2.10.2.0.0.0.0.1|2|1',
        '1.3.6.1.2.1.17.7.1.2.2.1.3.10.2.0.0.0.0.1|2|3',
      ].join('\n'),
    ),
    model,
  )
  const rows = await session.call(fdb, {})
  assert.equal(
    rows.map(({ mac_address, vlan_id, interface: one }) => [mac_address, vlan_id, one?.name]),
    [
      ['02:00:00:00:00:01', 10, 'ether2'],
      ['02:00:00:00:00:02', null, 'ether4'],
    ],
  )
})
