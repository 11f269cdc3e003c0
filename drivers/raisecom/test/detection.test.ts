import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** Each model: sysObjectID below the enterprise number of Raisecom, sysDescr. */
const identities: readonly [key: string, number: string, descr: string][] = [
  ['raisecom_iscom_2600', '6.265', 'ISCOM2600G-28GX-AC ROS_5.2.1'],
  ['raisecom_iscom_2600', '6.266', 'Raisecom ISCOM2600 switch'],
  ['raisecom_iscom', '6.140', 'ROS'],
  ['raisecom_rax711', '23.191', 'ROS_.RAX711-C-R.2020614.(null)'],
  ['raisecom_rax721', '23.150', 'ROS'],
  ['raisecom_iscom5508', '18.4.10', 'ROAP  Version ISCOM5508-EPSC_ROAP_2.61.3'],
  ['raisecom_iscom_gpon', '18.4.20', 'ROAP Version ISCOM6820-GP_ROAP_3.62.1'],
  ['raisecom_iscom_gpon', '18.4.10', 'ROAP Version ISCOM5508-GP_ROAP_2.61.3'],
  ['raisecom_default', '18.4.11', 'ROAP'],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string) => (await index.detect({ objectId, descr })).modelKey
const test = suite('raisecom detection')

test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.map(([key]) => key))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is(await detect(`1.3.6.1.4.1.8886.${number}`, descr), key))
test('a device of another enterprise is not detected, whatever its sysDescr', async () => {
  assert.is(await detect('1.3.6.1.4.1.88860.6.1', 'ISCOM2600'), null)
})
