/**
 * The models that the earlier software of a provider knows. Each has an identity that is made from known
 * facts. All drivers take part, because the test of one driver does not notice that another driver claims its
 * model.
 */
import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'

/** Key as clients know it, number below enterprises (null: no number), sysDescr. */
const identities: readonly (readonly [key: string, number: string | null, descr: string])[] = [
  ['alcatel_general_switch', '6486.800.1.1.2.2.4.1.2', 'OmniStack LS 6224P'],
  ['ati_switch_8000', '207.1.4.126', 'ATI AT-8000S'],
  ['arista_default', '30065.1.2759', 'Arista Networks EOS'],
  ['cisco_general_switch', '9.12.3.1.3.1163', 'Cisco NX-OS(tm) nxos, Software (nxos), Version 7.0(3)I7(8)'],
  ['cisco_general_switch_sg', '9.6.1.89', 'Managed Switch'],
  ['dcn_default', '6339.1.1.1.300', 'Switch Device, Compiled Jun 06'],
  ['dell_general_switch', '674.10895.3000', 'Ethernet Routing Switch'],
  ['dell_networking_os', '6027.1.2', 'Dell Networking OS Operating System ...'],
  ['dell_emc_networking_os', '674.11000.5000.100.2.1.9', 'Dell SmartFabric OS10 Enterprise'],
  ['dlink_des_1210_28_me_b2', '171.10.75.15.2', 'DES-1210-28/ME/B2'],
  ['dlink_des_1228_me', '171.10.116.2', 'D-Link DES-1228/ME Metro Ethernet Switch'],
  ['dlink_des_3026', '171.10.63.99', 'D-Link DES-3026 Fast Ethernet Switch'],
  ['dlink_des_3028', '171.10.63.99', 'D-Link DES-3028 Fast Ethernet Switch'],
  ['dlink_des_3052g', '171.10.63.99', 'D-Link DES-3052 Fast Ethernet Switch'],
  ['dlink_des_3028g', '171.10.63.11', 'D-Link DES-3028G Fast Ethernet Switch'],
  ['dlink_des_3200_10_a1', '171.10.113.1.1', 'D-Link DES-3200-10 Fast Ethernet Switch'],
  ['dlink_des_3200_18_a1', '171.10.113.1.2', 'D-Link DES-3200-18 Fast Ethernet Switch'],
  ['dlink_des_3200_28_a1', '171.10.113.1.3', 'D-Link DES-3200-28 Fast Ethernet Switch'],
  ['dlink_des_3200_28f_a1', '171.10.113.1.4', 'D-Link DES-3200-28F Fast Ethernet Switch'],
  ['dlink_des_3200_26_a1', '171.10.113.1.5', 'D-Link DES-3200-26 Fast Ethernet Switch'],
  ['dlink_des_3200_10_c1', '171.10.113.2.1', 'DES-3200-10 Fast Ethernet Switch'],
  ['dlink_des_3200_18_c1', '171.10.113.3.1', 'DES-3200-18 Fast Ethernet Switch'],
  ['dlink_des_3200_26_c1', '171.10.113.4.1', 'DES-3200-26/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_28_c1', '171.10.113.5.1', 'DES-3200-28/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_28f_c1', '171.10.113.6.1', 'DES-3200-28F/C1 Fast Ethernet Switch'],
  ['dlink_des_3200_52_c1', '171.10.113.9.1', 'DES-3200-52/C1 Fast Ethernet Switch'],
  ['dlink_des_3526', '171.10.64.1', 'DES-3526 Fast-Ethernet Switch'],
  ['dlink_des_3528', '171.10.105.1', 'DES-3528 Fast Ethernet Switch'],
  ['dlink_dgs_1100_06_me_a1', '171.10.134.1', 'DGS-1100-06/ME/A1'],
  ['dlink_dgs_1100_10_me_a1', '171.10.134.2.1', 'DGS-1100-10/ME'],
  ['dlink_dgs_1210_28_me_a2', '171.10.76.28.1', 'DGS-1210-28/ME/A2'],
  ['dlink_dgs_1210_20_me_a1', '171.10.76.31.1', 'DGS-1210-20/ME/A1'],
  ['dlink_dgs_1210_10_me_a1', '171.10.76.35.1', 'DGS-1210-10/ME/A1'],
  ['dlink_dgs_1210_20_me_b1', '171.10.76.31.2', 'DGS-1210-20/ME/B1'],
  ['dlink_dgs_1210_12ts_me_b1', '171.10.76.44.1', 'DGS-1210-12TS/ME/B1'],
  ['dlink_dgs_1210_28_me_b1', '171.10.76.28.2', 'DGS-1210-28/ME/B1'],
  ['dlink_dgs_1210_28x_me_b1', '171.10.76.39.1', 'DGS-1210-28X/ME/B1'],
  ['dlink_dgs_1210_28xs_me_b1', '171.10.76.39.1', 'DGS-1210-28XS/ME/B1'],
  ['dlink_dgs_1210_28_me_b2', '171.10.76.28.3', 'DGS-1210-28/ME/B2'],
  ['dlink_dgs_1510_20l_me', '171.10.141.2.1', 'DGS-1510-20L/ME Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_10tc', '171.10.133.99', 'DGS-3000-10TC Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_26tc_a1', '171.10.133.99', 'DGS-3000-26TC Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_28l_b1', '171.10.133.99', 'DGS-3000-28L Gigabit Ethernet Switch'],
  ['dlink_dgs_3000_20l', '171.10.133.99', 'DGS-3000-20L Gigabit Ethernet Switch'],
  ['dlink_dgs_3100_24tg', '171.10.94.5', 'DGS-3100-24TG'],
  ['dlink_dgs_3120_24sc_a2', '171.10.117.1.3', 'DGS-3120-24SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3120_24sc_bx', '171.10.117.4.1', 'DGS-3120-24SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3420_28sc_b1', '171.10.119.2', 'DGS-3420-28SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3420_26sc_b1', '171.10.119.6', 'DGS-3420-26SC Gigabit Ethernet Switch'],
  ['dlink_dgs_3612g', '171.10.70.9', 'DGS-3612G Gigabit Ethernet Switch'],
  ['dlink_general_switch', '171.10.999', 'DGS-9999 Switch'],
  ['edgecore_ecs4120_28f', '259.10.1.45.103', 'ECS4120-28F'],
  ['edgecore_ecs4120_28fv2', '259.10.1.45.105', 'ECS4120-28Fv2'],
  ['edgecore_ecs4510_28f', '259.10.1.24.103', 'ECS4510-28F'],
  ['edgecore_es4612', '259.6.10.57', '8 SFP ports + 4 Gigabit Combo ports'],
  ['edgecore_es3552m', '259.6.10.94', 'Layer2+ Fast Ethernet Standalone Switch ES3552M'],
  ['edgecore_ecs3510_28t', '259.10.1.27.101', 'ECS3510-28T'],
  ['edgecore_es3528m', '259.6.10.94', 'Layer2+ Fast Ethernet Standalone Switch ES3528M'],
  ['edgecore_es3510ma', '259.8.1.11.101', 'ES3510MA'],
  ['edgecore_es3510ma_v2', '259.8.1.11.105', 'ES3510MAv2'],
  ['edgecore_es3510', '259.8.1.5', 'ES3510'],
  ['edgecore_general_switch', '259.6.10.50', 'ES4626F'],
  ['eltex_mes14xx_mes24xx_mes3708p', '35265.1.222', 'MES3710P 10-port Managed Switch'],
  ['eltex_general_switch', '35265.1.44', 'MES2208P 12-port Managed Switch'],
  ['extreme_xos', '1916.2.93', 'ExtremeXOS version 12.1.2.17'],
  ['hp_procurve_j9079', '11.2.3.7.11.76', 'PROCURVE J9079A - 1800-8G'],
  ['hp_j9850a', '11.2.3.7.11.160', 'HP J9850A Switch 5406Rzl2, revision KB.15.15.0006'],
  ['hp_general_switch', '11.2.3.7.11.999', 'HP Switch'],
  ['hp_arubaos_switch', '14823.1.1.12', 'ArubaOS (MODEL: Aruba3200), Version 6.4'],
  ['hpe_anw_jl675a', '47196.4.1.1.1.350', 'HPE ANW JL675A 6100 48G Class4 PoE 4SFP+ 370W Switch'],
  // The earlier software has the texts of hp_arubaos_switch for it, and never detects it.
  ['hpe_switch', '11.2.3.7.11.185', 'HPE OfficeConnect Switch 1850 24G 2XGT, PC.01.05'],
  ['huawei_general_switch', '2011.2.23.1', 'S1720-20GFR-4TP Huawei Versatile Routing Platform Software'],
  ['huawei_quidway_S9300_series', '2011.2.170.2', 'Quidway S9306 Huawei Versatile Routing Platform Software'],
  [
    'juniper_qfx51xx_series',
    '2636.1.1.1.4.82.5',
    'Juniper Networks, Inc. qfx5100-48s-6q Ethernet Switch, kernel JUNOS 14.1X53-D40.8',
  ],
  ['juniper_jnp204_series', '2636.1.1.1.2.144', 'Juniper Networks, Inc. jnp204 [MX204] internet router'],
  ['mikrotik_crs', '14988.1', 'RouterOS CRS999-24G-2S+'],
  ['mikrotik_router_os', '14988.1', 'RouterOS x86'],
  ['swos_default', '14988.2', 'SwOS'],
  ['raisecom_iscom_2600', '8886.6.265', 'ISCOM2600G-28GX-AC ROS_5.2.1'],
  ['raisecom_iscom', '8886.6.140', 'ROS'],
  ['raisecom_rax721', '8886.23.150', 'ROS'],
  ['raisecom_default', '8886.1', 'ROS'],
  // The earlier software cannot detect these two models. People set them.
  ['applynet_sw812', null, 'ApplyNet AN-SW812'],
  ['equicom_ping3', '35160', 'Ping3'],
  ['tplink_jetstream_switch', '11863.5.999', 'JetStream 24-Port Gigabit L2 Managed Switch with 4 SFP Slots'],
  ['tplink_smart_switch', '11863.1.1.98', '8-Port Gigabit Smart Switch'],
  ['tplink_general_switch', '11863.1.1.5', '10G Managed Switch'],
  ['ubnt_edge_switch', '4413', 'EdgeSwitch'],
]
const index = buildIndex(await allDrivers())
const test = suite('models of earlier software')

for (const [key, number, descr] of identities) {
  test(`${number ?? 'no number'} "${descr}" is ${key}`, async () => {
    const { modelKey } = await index.detect({
      objectId: number === null ? null : `1.3.6.1.4.1.${number}`,
      descr,
    })
    // Our keys have no capitals. A key in capitals is found too.
    assert.is(modelKey, key.toLowerCase())
  })
}
test('there are 88 models, and each has a driver', () => {
  const keys = [...new Set(identities.map(([key]) => key))]
  assert.is(keys.length, 88)
  assert.equal(
    keys.filter(key => !index.models.has(key.toLowerCase())),
    [],
  )
})
