import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const juniper = '1.3.6.1.4.1.2636.1.1.1'
const identities: readonly (readonly [key: string | null, objectId: string, descr: string | null])[] = [
  ['juniper_qfx51xx_series', `${juniper}.4.82.5`, 'Juniper Networks, Inc. qfx5100-48s-6q Ethernet Switch, kernel JUNOS 14.1X53-D40.8'],
  ['juniper_qfx51xx_series', `${juniper}.4.82.28`, 'Juniper Networks, Inc. qfx5130-32cd , kernel JUNOS 22.2R3-S1.3-EVO'],
  ['juniper_switch', `${juniper}.4.82.13`, 'Juniper Networks, Inc. qfx5200-32c-32q Ethernet Switch, kernel JUNOS 18.1R3'],
  ['juniper_switch', `${juniper}.4.131.2`, 'Juniper Networks, Inc. ex3400-48t Ethernet Switch, kernel JUNOS 15.1X53-D59.4'],
  ['juniper_switch', `${juniper}.2.43`, 'Juniper Networks, Inc. ex2200-24t-4g Ethernet Switch, kernel JUNOS 12.3R12.4'],
  ['juniper_switch', `${juniper}.4.63.9`, 'hostname.example.org'],
  ['juniper_jnp204_series', `${juniper}.2.144`, null],
  ['juniper_router', `${juniper}.2.14`, 'Juniper Networks, Inc. m7i internet router'],
  ['juniper_router', `${juniper}.2.57`, 'Juniper Networks, Inc. mx80 internet router, kernel JUNOS 16.2R2.8'],
  [null, '1.3.6.1.4.1.26361.1', 'Juniper'],
]
const index = buildIndex([driver])
const test = suite('juniper detection')
for (const [key, objectId, descr] of identities) test(`${objectId} "${descr}" is ${key}`, async () => assert.is((await index.detect({ objectId, descr })).modelKey, key))
test('the list names every model', () => {
  assert.equal([...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(), driver.models.map(({ key }) => key).toSorted())
})
