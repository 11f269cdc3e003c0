import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const test = suite('driver bdcom models')
const { detect } = buildIndex([driver])
const node = '1.3.6.1.4.1.3320.1'
const epon = (name: string) => `BDCOM(tm) ${name} Software, Version 10.1.0F Build 66461`

const identities = [
  [`${node}.294.0`, epon('P3310C'), 'bdcom_p3310c'],
  [`${node}.441.0`, epon('P3310D'), 'bdcom_p3310d'],
  [`${node}.189.0`, epon('P3310B'), 'bdcom_p3310b'],
  [`${node}.300.0`, epon('P3608B'), 'bdcom_p3608b'],
  [`${node}.2010.0`, epon('P3612-2TE'), 'bdcom_p3612_2te'],
  [`${node}.2011.0`, epon('P3616-2TE'), 'bdcom_p3616_2te'],
  [`${node}.310.0`, epon('P3600-04'), 'bdcom_p36xx_series'],
  [`${node}.375.0`, epon('GP3600-04'), 'bdcom_gp3600_04'],
  [`${node}.377.0`, epon('GP3600-08B'), 'bdcom_gp3600_08'],
  [`${node}.390.0`, 'BDCOM(tm) GP3600-16B Software, Version 74104\nhardware version: A', 'bdcom_gp3600_16'],
  [`${node}.391.0`, epon('S3900-24T4S'), 'bdcom_device'],
] as const
for (const [objectId, descr, key] of identities)
  test(`${descr.slice(10, 22)} is ${key ?? 'none of ours'}`, async () =>
    assert.is((await detect({ objectId, descr })).modelKey, key))

for (const [product, key] of [
  ['GP3600-04B', 'bdcom_gp3600_04'],
  ['GP3600-08', 'bdcom_gp3600_08'],
  ['GP3600-16B', 'bdcom_gp3600_16'],
  ['something else', 'bdcom_gp3600_series'],
  [null, 'bdcom_gp3600_series'],
] as const)
  test(`a GP3600 whose product is ${product ?? 'not told'} is ${key}`, async () =>
    assert.is(
      (await detect({ objectId: `${node}.390.0`, descr: epon('GP3600') }, async () => product)).modelKey,
      key,
    ))

test('an OLT whose sysDescr an operator has replaced is known by its tables of ONUs', async () => {
  const tablesAt = async (table: string) =>
    (
      await detect({ objectId: `${node}.9999.0`, descr: 'olt-1' }, async (oid, below) =>
        below && oid.startsWith(`1.3.6.1.4.1.3320.${table}`) ? '1' : null,
      )
    ).modelKey
  assert.is(await tablesAt('101.'), 'bdcom_epon_olt')
  assert.is(await tablesAt('10.'), 'bdcom_gpon_olt')
  assert.is(await tablesAt('999.'), 'bdcom_device')
  assert.is((await detect({ objectId: `${node}.294.0`, descr: 'olt-1' })).modelKey, 'bdcom_p3310c')
})
test('every model has an identity here', () => {
  const named = new Set<string | null>([
    'bdcom_gp3600_series',
    'bdcom_epon_olt',
    'bdcom_gpon_olt',
    ...identities.map(([, , key]) => key),
  ])
  assert.equal(
    driver.models.filter(({ key }) => !named.has(key)).map(({ key }) => key),
    [],
  )
})
