import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** Identity of each model: sysObjectID below `1.3.6.1.4.1.171.10`, and sysDescr. */
const identities: readonly (readonly [key: string, product: string, descr: string])[] = [
  ['dlink_des_1210_28_me_b2', '75.15.2', 'DES-1210-28/ME/B2'],
  ['dlink_des_1228_me', '116.2', 'D-Link DES-1228/ME Metro Ethernet Switch'],
  ['dlink_des_3026', '63.3', 'D-Link DES-3026 Fast Ethernet Switch'],
  ['dlink_des_3028', '63.6', 'D-Link DES-3028 Fast Ethernet Switch'],
  ['dlink_des_3028g', '63.11', 'D-Link DES-3028G Fast Ethernet Switch'],
  ['dlink_des_3052g', '63.8', 'D-Link DES-3052 Fast Ethernet Switch'],
  ['dlink_des_3200_10_a1', '113.1.1', 'D-Link DES-3200-10 Fast Ethernet Switch'],
  ['dlink_des_3200_18_a1', '113.1.2', 'D-Link DES-3200-18 Fast Ethernet Switch'],
  ['dlink_des_3200_28_a1', '113.1.3', 'D-Link DES-3200-28 Fast Ethernet Switch'],
  ['dlink_des_3200_28f_a1', '113.1.4', 'D-Link DES-3200-28F Fast Ethernet Switch'],
  ['dlink_des_3200_26_a1', '113.1.5', 'D-Link DES-3200-26 Fast Ethernet Switch'],
  ['dlink_des_3200_10_c1', '113.2.1', 'DES-3200-10/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_18_c1', '113.3.1', 'DES-3200-18 Fast Ethernet Switch'],
  ['dlink_des_3200_26_c1', '113.4.1', 'DES-3200-26/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_28_c1', '113.5.1', 'DES-3200-28/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_28f_c1', '113.6.1', 'DES-3200-28F/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_52_c1', '113.9.1', 'DES-3200-52/C1 Fast Ethernet Switch'],
  ['dlink_des_3526', '64.1', 'DES-3526 Fast-Ethernet Switch'],
  ['dlink_des_3528', '105.1', 'DES-3528 Fast Ethernet Switch'],
  ['dlink_des_3550', '64.2', 'DES-3550 Fast-Ethernet Switch'],
  ['dlink_dgs_1100_06_me_a1', '134.1', 'DGS-1100-06/ME/A1'],
  ['dlink_dgs_1100_10_me_a1', '134.2.1', 'DGS-1100-10/ME'],
  ['dlink_dgs_1210_10_me_a1', '76.35.1', 'DGS-1210-10/ME/A1'],
  ['dlink_dgs_1210_12ts_me_b1', '76.44.1', 'DGS-1210-12TS/ME/B1'],
  ['dlink_dgs_1210_20_me_a1', '76.31.1', 'DGS-1210-20/ME/A1'],
  ['dlink_dgs_1210_20_me_b1', '76.31.2', 'DGS-1210-20/ME/B1'],
  ['dlink_dgs_1210_28_me_a2', '76.28.1', 'DGS-1210-28/ME/A2'],
  ['dlink_dgs_1210_28_me_b1', '76.28.2', 'DGS-1210-28/ME/B1'],
  ['dlink_dgs_1210_28_me_b2', '76.28.2', 'DGS-1210-28/ME/B2'],
  ['dlink_dgs_1210_28x_me_b1', '76.39.1', 'DGS-1210-28X/ME/B1'],
  ['dlink_dgs_1210_28x_me_b1', '76.99.1', 'DGS-1210-28X/ME/B1'],
  ['dlink_dgs_1210_28xs_me_b1', '76.39.1', 'DGS-1210-28XS/ME/B1'],
  ['dlink_dgs_1210_52mp_f1', '153.10.1', 'WS6-DGS-1210-52MP/F1 6.10.007'],
  ['dlink_dgs_1250_28x', '165.1.1', 'DGS-1250-28X Gigabit Ethernet Smart Managed Switch'],
  ['dlink_dgs_1510_28', '137.2.1', 'DGS-1510-28 Gigabit Ethernet SmartPro Switch'],
  ['dlink_dgs_1510_20l_me', '141.2.1', 'DGS-1510-20L/ME Gigabit Ethernet Switch'],
  ['dlink_dgs_1510_28xmp_me', '141.8.1', 'DGS-1510-28XMP/ME Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_10tc', '133.1.1', 'DGS-3000-10TC Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_26tc_a1', '133.2.1', 'DGS-3000-26TC Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_20l', '133.7.2', 'DGS-3000-20L Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_28l_b1', '133.8.2', 'DGS-3000-28L Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_28x', '133.10.2', 'DGS-3000-28X Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_28xmp', '133.11.2', 'DGS-3000-28XMP Gigabit Ethernet Switch'],
  ['dlink_dgs_3100_24tg', '94.5', 'DGS-3100-24TG'],
  ['dlink_dgs_3120_24sc_a2', '117.1.3', 'DGS-3120-24SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3120_24sc_bx', '117.4.1', 'DGS-3120-24SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3420_28tc', '119.1', 'DGS-3420-28TC Gigabit Ethernet Switch'],
  ['dlink_dgs_3420_28sc_b1', '119.2', 'DGS-3420-28SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3420_26sc_b1', '119.6', 'DGS-3420-26SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3612g', '70.9', 'DGS-3612G Gigabit Ethernet Switch'],
  ['dlink_dgs_3620_28sc', '118.2', 'DGS-3620-28SC Gigabit Ethernet Switch'],
  ['dlink_general_switch', '63.10', 'DES-30xx'],
  ['dlink_access_point', '37.35', 'D-Link DAP-2690'],
  ['dlink_controller', '128.2', 'DWC-1000'],
  ['dlink_firewall', '999.1', 'DFL-870'],
  ['dlink_router', '999.2', 'DSR-500'],
  ['dlink_device', '999.3', 'something of D-Link'],
]

/** Models that sysDescr identifies with any sysObjectID. */
const byDescr = [
  'dlink_des_3026',
  'dlink_des_3028',
  'dlink_des_3052g',
  'dlink_dgs_3000_10tc',
  'dlink_dgs_3000_26tc_a1',
  'dlink_dgs_3000_20l',
  'dlink_dgs_3000_28l_b1',
  'dlink_dgs_1210_28_me_b2',
  'dlink_access_point',
  'dlink_controller',
  'dlink_firewall',
  'dlink_router',
  'dlink_device',
]

const index = buildIndex([driver])
const detect = async (product: string, descr: string | null) =>
  (await index.detect({ objectId: `1.3.6.1.4.1.171.10.${product}`, descr })).modelKey
const test = suite('dlink detection')

test('the list names every model', () => {
  assert.equal(
    [...new Set(identities.map(([key]) => key))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  )
})
for (const [key, product, descr] of identities) {
  test(`${product} "${descr}" is ${key}`, async () => assert.is(await detect(product, descr), key))
}
test('models without a sysObjectID of their own are told by sysDescr', async () => {
  for (const key of byDescr)
    assert.is(await detect('999.1', identities.find(([model]) => model === key)![2]), key)
})
test('no sysDescr of one model is taken for another by a sysObjectID that nobody has', async () => {
  for (const [key, , descr] of identities) {
    const found = await detect('999.1', descr)
    assert.is(found, byDescr.includes(key) ? key : 'dlink_general_switch')
  }
})
test('a sysObjectID that only begins with the same digits is another product', async () => {
  assert.is(await detect('63.60', null), 'dlink_device')
  assert.is(await detect('117.1.30', null), 'dlink_device')
})
test("a DGS-1210 of another hardware revision is the vendor's fallback", async () =>
  assert.is(await detect('76.28.2', 'DGS-1210-28/ME/C1'), 'dlink_general_switch'))
test('another vendor is nobody here', async () => {
  assert.is(
    (
      await index.detect({
        objectId: '1.3.6.1.4.1.1710.10.63.6',
        descr: 'D-Link DES-3028 Fast Ethernet Switch',
      })
    ).modelKey,
    null,
  )
})
