import { assert, suite } from '@linecard/test-kit'
import type { Notification } from '@linecard/driver-kit'
import { linkInfo, reboot } from '@linecard/driver-kit/modules'
import { ifIndexAt, ifTablePort, standardNotifications } from '@linecard/driver-kit/notifications'
import { notificationFindings } from '../src/notifications/check.ts'

const test = suite('notifications')
const object = (oid: string, value: number | string | null = null) => ({ oid, value })

test('IF-MIB: the value of ifIndex, else ifName, else the index of a row', () => {
  const row = object('1.3.6.1.2.1.2.2.1.8.7', 2)
  assert.equal(ifTablePort([row, object('1.3.6.1.2.1.2.2.1.1.9', 9)]), { ifIndex: 9 })
  assert.equal(ifTablePort([row, object('1.3.6.1.2.1.31.1.1.1.1.7', 'ge0/7')]), { name: 'ge0/7' })
  assert.equal(ifTablePort([row]), { ifIndex: 7 })
  assert.is(ifTablePort([object('1.3.6.1.2.1.1.5.0', 'sw')]), null)
  assert.is(ifTablePort([]), null)
})

test('an ifIndex in the index of a row of a vendor; what the agent adds is left out', () => {
  const told = [object('1.3.6.1.6.3.18.1.3.0', '192.0.2.1'), object('1.3.6.1.4.1.1.2.41.3', 1)]
  assert.equal([ifIndexAt()(told), ifIndexAt(2)(told)], [{ ifIndex: 3 }, { ifIndex: 41 }])
  assert.is(ifIndexAt()([object('1.3.6.1.4.1.1.2.0')]), null)
})

test('standard notifications: each once, with the port of links', () => {
  const known = [linkInfo].map(module => ({ module }) as never)
  const findings = notificationFindings(standardNotifications, known)
  assert.ok(
    findings.every(finding => finding.includes('pon_onts_status')),
    findings.join('; '),
  )
})

test('a notification that cannot be meant is an error of the driver', () => {
  const wrong: Notification[] = [
    { oid: '.1.3.6.1', name: 'dotted', kind: 'other' },
    { oid: '1.3.6.1.4.1.1', name: 'twice', kind: 'link', link: 'Down' },
    { oid: '1.3.6.1.4.1.1', name: 'a name', kind: 'nonsense' as never, ask: [reboot, linkInfo] },
  ]
  const found = notificationFindings(wrong, [{ module: reboot } as never])
  for (const part of [
    'is not an OID',
    'tells a link and no port',
    'two notifications',
    'no name of a MIB',
    'is no kind',
    'no reading module',
    'does not implement',
  ])
    assert.ok(
      found.some(finding => finding.includes(part)),
      `${part}: ${found.join('; ')}`,
    )
})
