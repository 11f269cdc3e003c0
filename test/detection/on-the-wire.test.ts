/** Detection asks living agents: sysObjectID, sysDescr, and the maker's own tables where they must decide. */
import { readFile } from 'node:fs/promises'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { SnmpType } from '@linecard/driver-kit'
import { parseSnmprec, recordingOf } from '@linecard/driver-kit/recording'
import { startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'

const silentLog = { debug() {}, info() {}, warn() {}, error() {} }
const targetOf = ({ ip, port }: { ip: string; port: number }): Target => ({
  deviceId: null,
  ip,
  modelKey: null,
  snmp: { version: '2c', port, timeoutMs: 500, retries: 2, community: 'public', writeCommunity: 'private' },
})
const sysDescr = '1.3.6.1.2.1.1.1.0'
const equipment = createEquipment({
  drivers: await allDrivers(),
  log: silentLog,
  store: memoryStore(),
  settings: settingsWith({ allow_loopback: true }),
})
const test = suite('detection by living agents')
test.after(() => equipment.close())

/** What the agent of a recording is with another sysDescr, and with some of its objects absent. */
async function detected(path: string, without: (oid: string) => boolean = () => false) {
  const recorded = parseSnmprec(await readFile(`drivers/${path}/snmp.snmprec`, 'utf8'))
  const recording = recordingOf(
    [...recorded]
      .filter(({ oid }) => !without(oid))
      .map(one =>
        one.oid === sysDescr
          ? { oid: sysDescr, type: SnmpType.OctetString, value: Buffer.from('core-sw Kyiv 3rd floor') }
          : one,
      ),
  )
  const device = await startDevice({ ip: '127.41.7.1', port: 0, recording })
  try {
    return await equipment.detect(targetOf(device))
  } finally {
    await device.stop()
  }
}

test('an OLT is known by the tables of its ONUs', async () => {
  const { modelKey, tier } = await detected('huawei/recordings/huawei_smart_ax/V100R019')
  assert.equal([modelKey, tier], ['huawei_smart_ax', 'probe'])
  assert.is((await detected('datacom/recordings/datacom_dm4610/5.2.0')).modelKey, 'datacom_dmos_olt')
  assert.is(
    (await detected('raisecom/recordings/raisecom_iscom_gpon/3.62.1')).modelKey,
    'raisecom_iscom_gpon',
  )
})
test('without these tables it is another device of its maker, and the answer says which table has no row', async () => {
  const xpon = '1.3.6.1.4.1.2011.6.128.1.1.2'
  const { modelKey, rejected } = await detected('huawei/recordings/huawei_smart_ax/V100R019', oid =>
    oid.startsWith(`${xpon}.`),
  )
  assert.is(modelKey, 'huawei_device')
  assert.is(rejected.find(one => one.modelKey === 'huawei_smart_ax')?.reason, `${xpon} has no row`)
})
