import { assert, suite } from '@linecard/test-kit'
import { notifications } from '../src/smartax/notifications.ts'

const test = suite('Huawei SmartAX: notifications')
const table = '1.3.6.1.4.1.2011.6.128.1.1.2.48.1.2'
const find = notifications.find(({ name }) => name === 'hwGponProfOntAutoFind')!
const at = (index: string) => find.port!([{ oid: `${table}.${index}`, value: 1 }])

test('a PON port by its ifIndex, an ONU by that and its number', () => {
  assert.equal(at('4194312192'), { key: 200_100 })
  assert.equal(at('4194312192.5'), { key: 200_100_005 })
  assert.equal(at('4227866624.5'), { key: 200_100_005 })
  assert.is(at('17.5'), null)
  assert.is(at('0'), null)
})

test('waiting ONUs are asked for', () => {
  assert.equal(
    find.ask!.map(({ name }) => name),
    ['unregistered_onts'],
  )
})
