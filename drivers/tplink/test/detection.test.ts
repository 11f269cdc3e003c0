import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { portNames } from '../src/layer2.ts'

const index = buildIndex([driver])
const identities: readonly (readonly [key: string | null, product: string, descr: string])[] = [
  ['tplink_sg2210p', '5.26', 'JetStream 10-Port Gigabit Smart Switch with 8-Port PoE+'],
  ['tplink_sg2210p', '1.1.26', '8-Port Gigabit Smart PoE Switch with 2 SFP Slots'],
  ['tplink_sg2218p', '5.190', 'Omada 18-Port Gigabit Smart Switch with 16-Port PoE+'],
  ['tplink_t1600g_18ts', '5.86', 'JetStream 16-Port Gigabit Smart Switch with 2 SFP Slots'],
  ['tplink_t2600g_28ts', '5.33', 'JetStream 24-Port Gigabit L2 Managed Switch with 4 SFP Slots'],
  ['tplink_sg2008', '1.1.25', '8-Port Gigabit Smart Switch'],
  ['tplink_jetstream_switch', '5.999', 'Omada 18-Port Gigabit Smart Switch with 16-Port PoE+'],
  ['tplink_jetstream_switch', '1.1.99', 'JetStream 24-Port Gigabit L2 Managed Switch with 4 SFP Slots'],
  ['tplink_smart_switch', '1.1.98', '16-Port Gigabit Smart Switch'],
  ['tplink_general_switch', '1.1.5', '10G Managed Switch'],
  ['tplink_deltastream', '6.100.1', 'DeltaStream GPON OLT DS-P7001-08'],
  ['tplink_deltastream', '1.1.200', 'TP-Link DS-P7001-16'],
  ['tplink_device', '3.2.10', 'EAP225 access point'],
]
const test = suite('tplink')

for (const [key, product, descr] of identities) {
  test(`${product} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.11863.${product}`, descr })).modelKey, key))
}
test('DSL routers have an enterprise number of their own', async () =>
  assert.is(
    (
      await index.detect({
        objectId: '1.3.6.1.4.1.16972',
        descr: '0.9.1 0.2 v0076.0 Build 170919 Rel.61201n',
      })
    ).modelKey,
    'tplink_dsl_router',
  ))
test('a device of another enterprise is not detected', async () =>
  assert.is(
    (await index.detect({ objectId: '1.3.6.1.4.1.118630.5.26', descr: 'JetStream Switch' })).modelKey,
    null,
  ))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models
      .map(({ key }) => key)
      .filter(key => key !== 'tplink_dsl_router')
      .toSorted(),
  ))
test('lists of ports', () => {
  assert.equal(portNames('1/0/1-3,1/0/7'), ['1/0/1', '1/0/2', '1/0/3', '1/0/7'])
  assert.equal(portNames('1/0/9-1/0/10, LAG1'), ['1/0/9', '1/0/10', 'LAG1'])
  assert.equal(portNames(''), [])
  assert.equal(portNames(null), [])
  assert.equal(portNames('1/0/1-999999999'), [])
})
