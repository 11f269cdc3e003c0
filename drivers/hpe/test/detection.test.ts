import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const index = buildIndex([driver])
const [procurve, stack] = ['11.2.3.7.11', '11.2.3.7.8.5.2']
/** The answer of each model: number below enterprises, sysDescr. */
const identities: readonly (readonly [key: string | null, product: string, descr: string])[] = [
  ['hp_procurve_j9079', `${procurve}.76`, 'PROCURVE J9079A - 1800-8G'],
  ['hp_j9850a', `${procurve}.160`, 'HP J9850A Switch 5406Rzl2, revision KB.15.15.0006, ROM KB.15.01'],
  [
    'hp_procurve_j9085a_24',
    `${procurve}.77`,
    'ProCurve J9085A Switch 2610-24, revision R.11.72, ROM R.10.06',
  ],
  [
    'hp_procurve_j9021a_24',
    `${procurve}.61`,
    'ProCurve J9021A Switch 2810-24G, revision N.11.52, ROM N.10.01',
  ],
  [
    'hp_procurve_j9090a_48',
    `${procurve}.60`,
    'ProCurve J9020A Switch 2510-48, revision U.11.17, ROM R.10.06',
  ],
  ['hp_j9626a_48', `${procurve}.132`, 'HP J9626A 2620-48 Switch, revision RA.16.02.0012'],
  ['hp_j9625a_24', `${procurve}.131`, 'HP J9625A 2620-24-PoEP Switch, revision RA.16.02.0012'],
  ['hp_j9146a_24', `${procurve}.84`, 'HP J9146A E2910al-24G-PoE Switch, revision W.15.08.0012'],
  ['hp_j9775a_48', `${procurve}.139`, 'HP J9775A 2530-48G Switch, revision YA.16.11.0014'],
  ...[
    '1810',
    '2510',
    '2520',
    '2530',
    '2540',
    '2610',
    '2615',
    '2620',
    '2626',
    '2650',
    '2810',
    '2824',
    '2848',
    '2900',
    '2910al',
    '2915',
    '2920',
    '2930F',
    '2930M',
    '3400cl',
    '3500yl',
    '3800',
    '3810M',
    '4100gl',
    '4200vl',
    '5300xl',
    '5406zl',
    '5412zl',
    '5406R',
    '5412R',
    '6120XG',
    '6120G',
    '6200yl',
    '6600',
    '8206zl',
    '8212zl',
    'V1810',
  ].flatMap(
    name =>
      [
        [
          `hp_${name.toLowerCase()}`,
          `${procurve}.50`,
          `ProCurve J8888A Switch ${name}-24, revision K.15.04.0007, ROM K.15.13`,
        ],
        [`hp_${name.toLowerCase()}`, `${procurve}.50`, `HP J9999A E${name}-48G Switch, revision YA.16`],
        [
          `hp_${name.toLowerCase()}`,
          `${procurve}.50`,
          `Aruba JL999A ${name}-48G-PoE+ Switch, revision WC.16`,
        ],
      ] as const,
  ),
  ['hp_6120xg', `${procurve}.107`, 'ProCurve 516733-B21 6120XG Blade Switch, revision Z.14.31, ROM Z.14.09'],
  ['hp_v1810', `${procurve}.134`, 'HP V1810-48G, PK.1.38, eCos-2.0, CFE-3.8'],
  ['hp_general_switch', `${procurve}.999`, 'HP J9999A 9999-24G Switch, revision W.15.08.0012'],
  ['hp_device', `${procurve}.999`, 'core-sw'],
  ['hp_virtual_connect', '11.5.7.5.2.1', 'HP VC Flex-10 Enet Module 4.01'],
  ['hp_stack', stack, 'HP Stack, revision KA.15.03.3004'],
  ['hpe_officeconnect_1820', `${procurve}.167`, 'HPE OfficeConnect Switch 1820 8G J9979A, PT.02.01'],
  ['hpe_officeconnect_1920s', `${procurve}.184`, 'HPE OfficeConnect Switch 1920S 24G 2SFP JL381A, PD.01.05'],
  ['hpe_switch', `${procurve}.185`, 'HPE OfficeConnect Switch 1850 24G'],
  [
    'hpe_instant_on_1930',
    `${procurve}.200`,
    'Aruba Instant On 1930 48G Class4 PoE 4SFP/SFP  370W Switch JL686A',
  ],
  [
    'hpe_instant_on_1960',
    `${procurve}.196`,
    'HPE Networking Instant On Switch 24p Gigabit 2p 10GBT 2p SFP+ 1960 JL806A',
  ],
  ['hp_arubaos_switch', '14823.1.1.12', 'ArubaOS (MODEL: Aruba3200), Version 6.4'],
  ['aruba_device', '14823.1.2.34', 'ArubaOS (MODEL: 105), Version 6.4'],
  [
    'hpe_anw_jl675a',
    '47196.4.1.1.1.350',
    'HPE ANW JL675A 6100 48G Class4 PoE 4SFP+ 370W Switch PL.10.16.1006',
  ],
  ...[
    '4100i',
    '6000',
    '6100',
    '6200',
    '6300',
    '6400',
    '8100',
    '8320',
    '8325',
    '8360',
    '8400',
    '9300',
    '10000',
  ].flatMap(
    name =>
      [
        [`aruba_cx_${name}`, '47196.4.1.1.1.50', `Aruba JL635A ${name} GL.10.04.2000`],
        [`aruba_cx_${name}`, '47196.4.1.1.1.100', `HPE ANW JL658A ${name}M 24SFP+ 4SFP56 Swch FL.10.15.0005`],
      ] as const,
  ),
  ['aruba_cx_8360', '47196.4.1.1.1.420', 'HPE ANW JL717C 8360-32Y4C v2 Switch LL.10.16.1006'],
  ['aruba_cx_switch', '47196.4.1.1.1.117', '"1d34"'],
  [
    'hpe_a5500',
    '25506.11.1.24',
    'HP Comware Platform Software, Software Version 5.20.99 Release 2222P08 HP A5500-24G EI Switch with 2 Interface Slots',
  ],
  [
    'hpe_5700',
    '25506.11.1.172',
    'HP Comware Platform Software, Software Version 7.1.045, Release 2416 HP FF 5700-40XG-2QSFP  Switch',
  ],
  ['hpe_v1910', '25506.11.1.85', 'HP V1910-48G Switch Software Version 5.20 Release 1111P01'],
  ['hpe_5130', '25506.11.1.190', 'HPE Comware Platform Software, Software Version 7.1.070 HPE 5130-48G'],
  ['hpe_5510', '25506.11.1.200', 'HPE Comware Platform Software HPE 5510-24G'],
  ['hpe_5900', '25506.11.1.130', 'HP Comware Platform Software HP 5930-32QSFP+ Switch'],
  ['hpe_5940', '25506.11.1.210', 'HPE Comware Platform Software HPE FF 5940-48XGT'],
  ['hpe_1950', '25506.11.1.180', 'HPE Comware Platform Software HPE 1950-48G'],
  ['hpe_comware_switch', '25506.11.1.999', 'HP Comware Platform Software, Software Version 7.1.045'],
  [
    'hpe_vsr1000',
    '25506.11.2.102',
    'HPE Comware Platform Software, Software Version 7.1.059, Release R0326  HPE VSR1000',
  ],
  ['hpe_comware_router', '25506.11.2.60', 'HPE Comware Platform Software HPE MSR2003'],
  ...[
    'E126',
    'E152',
    'E328',
    'E352',
    'E528',
    'E552',
    'S3100',
    'S3600',
    'S5120',
    'S5130',
    'S5500',
    'S5560',
    'S5800',
    'S6800',
    'S7500E',
    'S9500',
    'S12500',
  ].map(
    name =>
      [
        `h3c_${name.toLowerCase()}`,
        '25506.1.578',
        `H3C Switch ${name} Software Version 5.20, Release 1513P62`,
      ] as const,
  ),
  ['h3c_s5500', '25506.1.300', 'H3C S5500-28C-EI Software Version 5.20'],
  ['h3c_switch', '25506.1.612', 'H3C Comware Platform Software LSQ1WCMD0. Product Version Release 2509P61'],
  ['h3c_switch', '25506.8.1', 'H3C'],
  ['h3c_switch', '2011.10.1.48', 'H3C Series Software, Version 3.10'],
  ['threecom_4210', '43.1.16.4.3.85', 'Switch 4210G 24-Port Software Version 5.20 Release 2222P01'],
  ['threecom_baseline', '43.1.8.61', '3Com Baseline Switch 2924-SFP Plus'],
  ['threecom_switch', '43.10.27.4.1.2', '3Com SuperStack 3'],
  // A printer, another enterprise.
  [null, '11.2.3.9.1', 'HP ETHERNET MULTI-ENVIRONMENT'],
  [null, '430.1', '3Com Switch'],
]
const test = suite('hpe detection')

for (const [key, product, descr] of identities) {
  test(`${product} "${descr.slice(0, 40)}" is ${key}`, async () => {
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${product}`, descr })).modelKey, key)
  })
}
test('the list names every model', () => {
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  )
})
