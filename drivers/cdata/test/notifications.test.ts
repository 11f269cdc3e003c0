import { assert, suite } from '@linecard/test-kit'
import { epon1208 } from '../src/families/epon.ts'
import { fd11 } from '../src/families/fd11.ts'
import { gponV3 } from '../src/families/gpon-v3.ts'
import { onuNumber, packed } from '../src/indexes.ts'

const test = suite('C-Data: notifications')
const traps = '1.3.6.1.4.1.34592.1.3.6.0'
const column = '1.3.6.1.4.1.34592.1.3.4.1.1.11'
type Declared = Pick<typeof epon1208, 'notifications'>
const portOf = ({ notifications }: Declared, index: string) =>
  notifications!.find(({ oid }) => oid === `${traps}.7`)!.port!([{ oid: `${column}.${index}`, value: 1 }])

test('an ONU is told by the index of its series', () => {
  const onu = packed.encode({ xid: 12 + 3, onu: 5 })
  assert.equal(portOf(epon1208, `1.${onu}`), { key: onu })
  assert.equal(portOf(gponV3, String(onuNumber.encode({ slot: 0, port: 2, onu: 7 }))), { key: 10_002_007 })
  assert.ok(portOf(fd11 as Declared, '3.9'))
  assert.is(portOf(epon1208, '0'), null)
})
