import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('driver zte models')
const { detect } = buildIndex([driver])
const zte = '1.3.6.1.4.1.3902'

/** Series whose number is not below that of the older ones: sysDescr decides. */
const byText = [
  ['3902.15.2.30', 'ZTE ZXR10 5250-28TM Software, Version: V2.05.10', 'zte_zxr10_5250'],
  ['3902.3.100.55', 'ZXR10 5250-52TM-H', 'zte_zxr10_5250'],
  ['8072.3.2.10', 'ZXR10 5250-28SM', 'zte_zxr10_5250'],
  ['3902.15.2.31', 'ZTE Ethernet Switch ZXR10 2928', 'zte_zxr10'],
  ['3902.15.2.32', 'ZTE 5950-36TM', 'zte_zxr10'],
  ['3902.15.2.33', 'something of ZTE', 'zte_device'],
] as const
for (const [number, descr, key] of byText)
  test(`${number} "${descr}" is ${key ?? 'none of ours'}`, async () =>
    assert.is((await detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))

const identities = [
  ['1082.1001.320.2.1', 'zte_c320'],
  ['1082.1001.320.2.2', 'zte_c320'],
  ['1082.1001.300.2.1', 'zte_c300'],
  ['1082.1001.320.1.2', 'zte_c320_fw_1_2'],
  ['1015.320.1.2', 'zte_c320_fw_1_2'],
  ['1015.300.3.1', 'zte_c300_fw_1_2'],
  ['1082.1001.600.1.1', 'zte_c600_fw_12'],
  ['1082.1001.610.1.1', 'zte_c610_fw_12'],
  ['1082.1001.600.2.1', 'zte_zxpon_olt_series'],
  ['1082.1001.650.1.1', 'zte_zxpon_olt_series'],
  ['3.100.20', 'zte_zxr10_5928'],
  ['3.600.3.1.601', 'zte_zxr10'],
  ['1004.9806.22.1.1.1', 'zte_zxdsl_9806'],
  ['1004.8820.1', 'zte_zxdsl'],
  ['1082.1001.3201.1', 'zte_zxpon_olt_series'],
  ['9999.1', 'zte_device'],
] as const

for (const [objectId, key] of identities) {
  test(`${objectId} is ${key ?? 'none of ours'}`, async () =>
    assert.is((await detect({ objectId: `${zte}.${objectId}`, descr: 'ZTE' })).modelKey, key))
}

test('every model has an identity here', () => {
  const named = new Set<string | null>([
    ...identities.map(([, key]) => key),
    ...byText.map(([, , key]) => key),
  ])
  assert.equal(
    driver.models.filter(({ key }) => !named.has(key)).map(({ key }) => key),
    [],
  )
})
