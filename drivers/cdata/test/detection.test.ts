import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'
import { cdata, chassis, firmware, ifNumber, nscrtv } from '../src/nodes.ts'

const test = suite('driver cdata: detection')
const index = buildIndex([driver])

/** The model of a device with these answers; what is absent cannot be read. */
async function found(descr: string, objectId: string, answers: Record<string, string> = {}) {
  const { modelKey } = await index.detect({ objectId, descr }, async oid => answers[oid] ?? null)
  return modelKey
}
const easyPath = 'EasyPath Ethernet-PON'
const [v1, v3] = [{ [firmware]: 'V1.6.2' }, { [firmware]: 'V3.2.26' }]

for (const [key, descr, objectId, answers] of [
  ['c_data_fd1104sn', 'GEPON OLT', cdata, { [ifNumber]: '8' }],
  ['c_data_fd1104sn', 'FD1104SN', cdata, {}],
  ['c_data_fd1108s', 'GEPON OLT', cdata, { [ifNumber]: '16' }],
  ['c_data_fd1108s', 'FD1108S', cdata, {}],
  ['c_data_fd1108s', 'OLT1-8', cdata, {}],
  ['c_data_fd1204sn', easyPath, nscrtv, { [ifNumber]: '10' }],
  ['c_data_fd1208s', easyPath, nscrtv, { [ifNumber]: '20' }],
  ['c_data_fd1216s_r1', easyPath, nscrtv, { [ifNumber]: '26' }],
  ['c_data_fd1604', 'FD1604', nscrtv, v1],
  ['c_data_fd1604_fw3', 'FD1604', nscrtv, v3],
  ['c_data_fd1601', 'FD1601', nscrtv, v1],
  ['c_data_fd1601_fw3', 'FD1601', nscrtv, v3],
  ['c_data_fd1601_fw3', 'olt', nscrtv, { ...v3, [chassis]: 'FD1601S-B1', [ifNumber]: '4' }],
  ['c_data_fd1608', 'anything', nscrtv, { ...v1, [ifNumber]: '14' }],
  ['c_data_fd1608', easyPath, nscrtv, { ...v1, [ifNumber]: '14' }],
  ['c_data_fd1608', 'FD1608S-B0', nscrtv, v1],
  ['c_data_fd1608_fw3', 'olt', nscrtv, { ...v3, [ifNumber]: '14' }],
  ['c_data_fd1608_fw3', 'C-Data System Software Device Model: FD1608S-B1-NDA0', nscrtv, v3],
  ['c_data_fd1616', 'FD1616', nscrtv, v1],
  ['c_data_fd1616_fw3', 'FD1616', nscrtv, v3],
  ['c_data_fd1700s_fw3', 'FD1700S', nscrtv, v3],
  ['c_data_xgspon', 'olt', nscrtv, { ...v3, [chassis]: 'XGS-PON OLT', [ifNumber]: '4' }],
  ['c_data_olt_fw3', 'olt', nscrtv, { ...v3, [chassis]: 'FD9999', [ifNumber]: '4' }],
  ['c_data_fd5008_fd5016', 'CDATAONU', nscrtv, {}],
] as const)
  test(`${key}: "${descr}" with ${JSON.stringify(answers)}`, async () => {
    assert.is(await found(descr, objectId, answers), key)
  })

test('an unreadable ifNumber makes no device a FD1608', async () => {
  assert.is(await found('olt', nscrtv), 'c_data_device')
  assert.is(await found('olt', nscrtv, v1), 'c_data_device')
  assert.is(await found('olt', nscrtv, v3), 'c_data_olt_fw3')
  assert.is(await found(easyPath, nscrtv), 'c_data_device')
  assert.is(await found('FD1616', nscrtv, v1), 'c_data_fd1616')
  assert.is(await found('CDATAONU', nscrtv), 'c_data_fd5008_fd5016')
  assert.is(await found('GEPON OLT', cdata), 'c_data_device')
})
test('the number of interfaces must be the whole number', async () => {
  assert.is(await found('olt', nscrtv, { ...v1, [ifNumber]: '114' }), 'c_data_device')
  assert.is(await found(easyPath, nscrtv, { [ifNumber]: '100' }), 'c_data_device')
})
