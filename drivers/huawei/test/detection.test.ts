import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const index = buildIndex([driver])
const vrp = 'Huawei Versatile Routing Platform Software VRP (R) software'
/** The answer of each model: number below enterprises.2011.2, sysDescr. */
const identities: readonly (readonly [key: string | null, product: string, descr: string])[] = [
  ['huawei_s2326tp_ei', '23.103', `S2326TP-EI ${vrp}`],
  ['huawei_s2320_28tp_ei', '23.333', `S2320-28TP-EI-AC ${vrp}`],
  ['huawei_s2350_28tp', '23.343', `S2350-28TP-EI-AC ${vrp}`],
  ['huawei_s5720_56c_pwr_ei', '23.291', `S5720-56C-PWR-EI-AC ${vrp}`],
  ...['S2300', 'S2700', 'S3300', 'S3700', 'S5300', 'S5700', 'S6300', 'S6700', 'S7700', 'S9700'].map(
    name => [`huawei_${name.toLowerCase()}_series`, '23.95', `${name.slice(0, -2)}28C-EI ${vrp}`] as const,
  ),
  ['huawei_s5300_series', '23.95', `"S5328C-EI ${vrp}"`],
  [
    'huawei_s6700_series',
    '23.1247',
    'Huawei YunShan OS Version 1.24.0.1 (S6700 V600R024C00SPC100) Copyright (C) 2021-2024 Huawei Technologies Co., Ltd. HUAWEI CloudEngine S6750-H',
  ],
  [
    'huawei_s5700_series',
    '23.1097',
    'Huawei YunShan OS Version 1.22.0.1 (S5700 V600R022C01SPC500) Copyright (C) 2021-2022 Huawei Technologies Co., Ltd. HUAWEI CloudEngine S5735-L-V2',
  ],
  ['huawei_general_switch', '23.95', `S1720-20GFR-4TP ${vrp}`],
  ['huawei_quidway_s9300_series', '170.2', `Quidway S9306 ${vrp}`],
  ['huawei_cloudengine', '239.1', `${vrp}, Version 8.150 (CE12800 V200R002C50SPC800)`],
  ['huawei_s12700_series', '279.3', 'S12704'],
  ['huawei_ar', '224.1', `Huawei AR1220 ${vrp}`],
  ['huawei_ac', '240.6', `Huawei AC6605-26-PWR ${vrp}`],
  ['huawei_netengine_8000', '360.1.5', `${vrp}, Version 8.200 (NetEngine 8000 V800R012C10SPC300)`],
  ['huawei_vrp', '62.2.5', `${vrp}, Version 5.160 (NE40E V600R008C10)`],
  ...(
    [
      ['ma5680t', '115'],
      ['ma5603t', '123'],
      ['ma5683t', '133'],
      ['ma5608t', '248'],
      ['ma5801', '381'],
    ] as const
  ).map(([name, number]) => [`huawei_${name}`, number, 'Huawei Integrated Access Software'] as const),
  ['huawei_smart_ax', '185', 'Huawei Integrated Access Software'],
  ['huawei_device', '89.5', ''],
]
const test = suite('huawei detection')

for (const [key, product, descr] of identities) {
  test(`${product} "${descr.slice(0, 40)}" is ${key}`, async () => {
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.2011.2.${product}`, descr })).modelKey, key)
  })
}
test('the list names every model', () => {
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  )
})
