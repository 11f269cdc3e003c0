import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const cisco = '1.3.6.1.4.1.9'
const identities: readonly (readonly [key: string | null, objectId: string, descr: string])[] = [
  ['cisco_general_switch', `${cisco}.12.3.1.3.2193`, 'Cisco NX-OS(tm) Nexus9000 C93180YC-FX3, Software (NXOS 32-bit), Version 9.3(9), RELEASE SOFTWARE'],
  ['cisco_general_switch_sg', `${cisco}.6.1.95.10.3`, 'SG350-10 10-Port Gigabit Managed Switch'],
  ['cisco_general_switch_sg', `${cisco}.1.3210`, 'Catalyst 1200 Series Smart Switch, 8-port GE (C1200-8T-D)'],
  ['cisco_carrier_switch', `${cisco}.1.1899`, 'ME1200 GigaBit Ethernet Switch, version ME1200 OS Software Build 15.6-7.SN1'],
  ['cisco_ios_xr', `${cisco}.1.1018`, 'Cisco IOS XR Software (Cisco ASR9K Series), Version 5.3.4[Default]'],
  ['cisco_ios', `${cisco}.1.1208`, 'Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(7)E3'],
  ['cisco_ios', `${cisco}.12.99`, 'an agent of NX hardware that does not say its system'],
  ['cisco_ios', `${cisco}.65.10.3`, 'another branch, which only begins with the same digit'],
  [null, '1.3.6.1.4.1.91.1.1208', 'Cisco IOS Software'],
]
const index = buildIndex([driver])
const test = suite('cisco detection')
for (const [key, objectId, descr] of identities) test(`${objectId} "${descr}" is ${key}`, async () => assert.is((await index.detect({ objectId, descr })).modelKey, key))
test('the list names every model', () => {
  assert.equal([...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(), driver.models.map(({ key }) => key).toSorted())
})
