import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** Identity of each model: sysObjectID below Accton's enterprise, then sysDescr. */
const identities: readonly [key: string, number: string, descr: string][] = [
  ['edgecore_ecs4120_28t', '10.1.45.101', 'ECS4120-28T'],
  ['edgecore_ecs4120_28f', '10.1.45.103', 'ECS4120-28F'],
  ['edgecore_ecs4120_28fv2', '10.1.45.105', 'ECS4120-28Fv2'],
  ['edgecore_ecs4510_28f', '10.1.24.103', 'ECS4510-28F'],
  ['edgecore_ecs3510_28t', '10.1.27.101', 'ECS3510-28T'],
  ['edgecore_ecs3510_52t', '10.1.27.102', 'ECS3510-52T'],
  ['edgecore_ecs2100_10t', '10.1.43.101', 'ECS2100-10T'],
  ['edgecore_ecs2100_28p', '10.1.43.105', 'ECS2100-28P'],
  ['edgecore_ecs4100_28t', '10.1.46.104', 'ECS4100-28T'],
  ['edgecore_ecs4110_28t', '10.1.39.103', 'ECS4110-28T'],
  ['edgecore_es3528mv2', '10.1.22.101', 'ES3528MV2'],
  ['edgecore_es3510ma', '8.1.11', 'ES3510MA'],
  ['edgecore_es3510ma', '8.1.11.101', 'ES3510MA'],
  ['edgecore_es3510ma_v2', '8.1.11.105', 'ES3510MAv2'],
  ['edgecore_es4612', '6.10.57', '8 SFP ports + 4 Gigabit Combo ports L2/L3/L4 managed standalone switch'],
  ['edgecore_es3528m', '6.10.94', 'ES3528M'],
  ['edgecore_es3552m', '6.10.94', 'Layer2+ Fast Ethernet Standalone Switch ES3552M'],
  ['edgecore_es3510', '8.1.5', 'ES3510'],
  ['edgecore_es3526xa_v2', '8.1.5', 'Layer2+ Fast Ethernet Standalone Switch ES3526XA'],
  ['edgecore_ecs2100', '10.1.43.103', 'ECS2100-28T'],
  ['edgecore_ecs3510', '10.1.27.9', 'ECS3510-10P'],
  ['edgecore_ecs4100', '10.1.46.101', 'ECS4100-52T'],
  ['edgecore_ecs4110', '10.1.39.104', 'ECS4110-28P'],
  ['edgecore_ecs4120', '10.1.45.102', 'ECS4120-28P'],
  ['edgecore_ecs4210', '10.1.42.101', 'ECS4210-28T'],
  ['edgecore_ecs4510', '10.1.24.101', 'ECS4510-28T'],
  ['edgecore_ecs4610', '10.1.5', 'ECS4610-24F'],
  ['edgecore_general_switch', '6.10.50', 'ES4626F'],
  ['edgecore_general_switch', '10.1.57.101', 'L2 managed switch'],
  ['edgecore_general_switch', '8.2.4', ''],
  ['edgecore_general_switch', '6.10.94', 'ES3526X'],
  ['edgecore_general_switch', '10.1.450.103', 'ECS9999-28F'],
  [
    'edgecore_sonic',
    '12.1.7',
    'SONiC Software Version: SONiC.202205.1 - HwSku: Accton-AS7712-32X - Distribution: Debian 11.6',
  ],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string) => (await index.detect({ objectId, descr })).modelKey
const test = suite('edgecore detection')

test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.map(([key]) => key))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is(await detect(`1.3.6.1.4.1.259.${number}`, descr), key))
test('what Accton makes for others is nobody here', async () => {
  assert.is(await detect('1.3.6.1.4.1.259.6.3.1', 'TigerStack 24/16'), null)
  assert.is(await detect('1.3.6.1.4.1.2590.10.1.45.103', 'ECS4120-28F'), null)
})
