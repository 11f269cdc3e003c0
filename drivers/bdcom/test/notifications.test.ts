import { assert, suite } from '@linecard/test-kit'
import { epon } from '../src/families/epon.ts'
import { gpon } from '../src/families/gpon.ts'

const test = suite('BDCOM: notifications')
const bdcom = '1.3.6.1.4.1.3320'
const of = (family: typeof gpon, oid: string) =>
  family.notifications!.find(one => one.oid === `${bdcom}.${oid}`)!
const asked = (family: typeof gpon, oid: string) => of(family, oid).ask?.map(({ name }) => name) ?? []

test('changes of ONUs name the ifIndex of the ONU; those of UNIs the ifIndex before the port', () => {
  const told = [{ oid: `${bdcom}.10.3.3.1.4.41`, value: 3 }]
  assert.equal(of(gpon, '10.3.7.2').port!(told), { ifIndex: 41 })
  assert.equal(of(epon, '101.17.4.1').port!(told), { ifIndex: 41 })
  assert.equal(of(gpon, '10.4.4.4').port!([{ oid: `${bdcom}.10.4.1.1.5.41.2`, value: 1 }]), { ifIndex: 41 })
})

test('what is asked after them', () => {
  assert.equal(asked(gpon, '10.3.7.2'), ['pon_onts_status', 'pon_onts_serial'])
  assert.equal(asked(gpon, '10.3.10.2'), ['pon_onts_optical'])
  assert.equal(asked(gpon, '9.189.4.1'), ['power_status'])
  assert.equal(asked(epon, '9.189.4.1'), [])
})
