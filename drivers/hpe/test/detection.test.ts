import { buildIndex } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const index = buildIndex([driver])
const [procurve, stack] = ['11.2.3.7.11', '11.2.3.7.8.5.2']
/** What each model says of itself: number below enterprises, sysDescr. */
const identities: readonly (readonly [key: string | null, product: string, descr: string])[] = [
  ['hp_procurve_j9079', `${procurve}.76`, 'PROCURVE J9079A - 1800-8G'],
  ['hp_j9850a', `${procurve}.160`, 'HP J9850A Switch 5406Rzl2, revision KB.15.15.0006, ROM KB.15.01'],
  ['hp_procurve_j9085a_24', `${procurve}.77`, 'ProCurve J9085A Switch 2610-24, revision R.11.72, ROM R.10.06'],
  ['hp_procurve_j9021a_24', `${procurve}.61`, 'ProCurve J9021A Switch 2810-24G, revision N.11.52, ROM N.10.01'],
  ['hp_procurve_j9090a_48', `${procurve}.60`, 'ProCurve J9020A Switch 2510-48, revision U.11.17, ROM R.10.06'],
  ['hp_j9626a_48', `${procurve}.132`, 'HP J9626A 2620-48 Switch, revision RA.16.02.0012'],
  ['hp_general_switch', `${procurve}.84`, 'HP J9146A E2910al-24G-PoE Switch, revision W.15.08.0012'],
  ['hp_general_switch', stack, 'HP Stack, revision KA.15.03.3004'],
  ['hpe_switch', `${procurve}.184`, 'HPE OfficeConnect Switch 1920S 24G 2SFP JL381A, PD.01.05'],
  ['hpe_switch', `${procurve}.200`, 'Aruba Instant On 1930 48G Class4 PoE 4SFP/SFP  370W Switch JL686A'],
  ['hp_arubaos_switch', '14823.1.1.12', 'ArubaOS (MODEL: Aruba3200), Version 6.4'],
  ['hpe_anw_jl675a', '47196.4.1.1.1.350', 'HPE ANW JL675A 6100 48G Class4 PoE 4SFP+ 370W Switch PL.10.16.1006'],
  ['aruba_cx_switch', '47196.4.1.1.1.50', 'Aruba JL635A 8325 GL.10.06.0110'],
  ['hpe_comware_switch', '25506.11.1.172', 'HP Comware Platform Software, Software Version 7.1.045'],
  ['hpe_comware_router', '25506.11.2.102', 'HPE Comware Platform Software, Software Version 7.1.059, Release R0326  HPE VSR1000'],
  ['h3c_switch', '25506.1.578', 'H3C Switch E528 Software Version 5.20, Release 1513P62'],
  ['threecom_switch', '43.1.16.4.3.85', 'Switch 4210G 24-Port Software Version 5.20 Release 2222P01'],
  // A printer, and an access point.
  [null, '11.2.3.9.1', 'HP ETHERNET MULTI-ENVIRONMENT'],
  [null, '14823.1.2.34', 'ArubaOS (MODEL: 105), Version 6.4'],
]
const test = suite('hpe detection')

for (const [key, product, descr] of identities) {
  test(`${product} "${descr.slice(0, 40)}" is ${key}`, async () => {
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${product}`, descr })).modelKey, key)
  })
}
test('the list names every model', () => {
  assert.equal([...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(), driver.models.map(({ key }) => key).toSorted())
})
