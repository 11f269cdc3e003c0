import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { portNames } from '../src/layer2.ts'

const index = buildIndex([driver])
const identities: readonly (readonly [key: string | null, product: string, descr: string])[] = [
  ['tplink_jetstream_switch', '5.26', 'JetStream 10-Port Gigabit Smart Switch with 8-Port PoE+'],
  ['tplink_jetstream_switch', '5.190', 'Omada 18-Port Gigabit Smart Switch with 16-Port PoE+'],
  ['tplink_jetstream_switch', '1.1.99', 'JetStream 24-Port Gigabit L2 Managed Switch with 4 SFP Slots'],
  ['tplink_smart_switch', '1.1.25', '8-Port Gigabit Smart Switch'],
  ['tplink_general_switch', '1.1.26', '8-Port Gigabit Smart PoE Switch with 2 SFP Slots'],
  ['tplink_general_switch', '1.1.5', '10G Managed Switch'],
  [null, '3.2.10', 'EAP225 access point'],
]
const test = suite('tplink')

for (const [key, product, descr] of identities) {
  test(`${product} "${descr}" is ${key}`, async () => assert.is((await index.detect({ objectId: `1.3.6.1.4.1.11863.${product}`, descr })).modelKey, key))
}
test('lists of ports', () => {
  assert.equal(portNames('1/0/1-3,1/0/7'), ['1/0/1', '1/0/2', '1/0/3', '1/0/7'])
  assert.equal(portNames('1/0/9-1/0/10, LAG1'), ['1/0/9', '1/0/10', 'LAG1'])
  assert.equal(portNames(''), [])
  assert.equal(portNames(null), [])
  assert.equal(portNames('1/0/1-999999999'), [])
})
