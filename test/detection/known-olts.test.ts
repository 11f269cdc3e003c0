/**
 * The OLTs that the earlier software of a provider knows: 33 models, and the variants that it tells apart by
 * asking for one more object. All drivers take part.
 */
import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'

const ifNumber = '1.3.6.1.2.1.2.1.0'
const sysName = '1.3.6.1.2.1.1.5.0'
/** nmsCardDescr of BDCOM, firmware of C-Data, type of V-SOL. */
const bdcomCard = '1.3.6.1.4.1.3320.9.181.1.1.2.0'
const cdataFirmware = '1.3.6.1.4.1.17409.2.3.1.3.1.1.9.1.0'
const vsolType = '1.3.6.1.4.1.37950.1.1.5.10.14.1.0'

type Known = readonly [key: string, number: string, descr: string, asked?: Readonly<Record<string, string>>]

const bdcom: readonly Known[] = [
  [
    'bdcom_gp3600_series',
    '3320.1.390.0',
    'BDCOM(tm) GP3600 Software, Version 10.3.0D',
    { [bdcomCard]: 'OTHER' },
  ],
  ['bdcom_gp3600_04', '3320.1.388.0', 'BDCOM(tm) GP3600-04B Software', { [bdcomCard]: 'GP3600-04B' }],
  ['bdcom_gp3600_08', '3320.1.389.0', 'BDCOM(tm) GP3600-08B Software', { [bdcomCard]: 'GP3600-08B' }],
  ['bdcom_gp3600_16', '3320.1.390.0', 'BDCOM(tm) GP3600-16B Software', { [bdcomCard]: 'GP3600-16B' }],
  ['bdcom_p3612_2te', '3320.1.2010.0', 'BDCOM(tm) P3612-2TE Software, Version 10.1.0E'],
  ['bdcom_p3616_2te', '3320.1.2011.0', 'BDCOM(tm) P3616-2TE Software, Version 10.1.0E'],
  ['bdcom_p3608b', '3320.1.225.0', 'BDCOM(tm) P3608B Software, Version 10.1.0B'],
  ['bdcom_p36xx_series', '3320.1.225.0', 'BDCOM(tm) P3608-2TE Software, Version 10.1.0E'],
  ['bdcom_p3310c', '3320.1.294.0', 'BDCOM(tm) P3310C Software, Version 10.1.0B'],
  ['bdcom_p3310d', '3320.1.441.0', 'BDCOM(tm) P3310D Software, Version 10.1.0F'],
  ['bdcom_p3310b', '3320.1.182.0', 'BDCOM(tm) P3310B Software, Version 10.1.0A'],
]
const old = { [cdataFirmware]: 'V1.6.0_210601' }
const three = { [cdataFirmware]: 'V3.2.26_230101' }
const cdata: readonly Known[] = [
  ['c_data_fd1104sn', '34592', 'GEPON OLT', { [ifNumber]: '8' }],
  ['c_data_fd1104sn', '34592', 'FD1104', { [ifNumber]: '8' }],
  ['c_data_fd1108s', '34592', 'GEPON OLT', { [ifNumber]: '16' }],
  ['c_data_fd1108s', '34592', 'OLT1-8', { [ifNumber]: '16' }],
  ['c_data_fd1204sn', '17409', 'EasyPath Ethernet-PON', { [ifNumber]: '10' }],
  ['c_data_fd1208s', '17409', 'EasyPath Ethernet-PON', { [ifNumber]: '20' }],
  ['c_data_fd1216s_r1', '17409', 'EasyPath Ethernet-PON', { [ifNumber]: '26' }],
  ['c_data_fd1601', '17409', 'FD1601', old],
  ['c_data_fd1604', '17409', 'FD1604', old],
  ['c_data_fd1608', '17409', 'FD1608S', { [ifNumber]: '14', ...old }],
  ['c_data_fd1616', '17409', 'FD1616', old],
  ['c_data_fd1700s_fw3', '17409', 'FD1700S', three],
]
const gcom: readonly Known[] = [
  ['gcom_el5610_series_old', '13464.1.10.5.1', 'EPON'],
  ['gcom_el5610_series', '13464.1.10.5.2', 'GCOM EPON OLT', { [sysName]: 'olt-1' }],
  ['gcom_el5610_04p', '13464.1.10.5.2', 'GCOM EPON', { [sysName]: 'EL5610-04P' }],
  ['gcom_el5610_08p', '13464.1.10.5.2', 'GCOM EPON', { [sysName]: 'OLT-08P' }],
  ['gcom_el5610_16p', '13464.1.10.5.2', 'GCOM EPON', { [sysName]: 'EL5610-16P' }],
]
const huawei: readonly Known[] = [
  ['huawei_ma5680t', '2011.2.115', 'Huawei Integrated Access Software.'],
  ['huawei_ma5603t', '2011.2.123', 'Huawei Integrated Access Software.'],
  ['huawei_ma5608t', '2011.2.248', 'Huawei Integrated Access Software.'],
  ['huawei_ma5683t', '2011.2.133', 'Huawei Integrated Access Software.'],
  ['huawei_ma5801', '2011.2.381', 'Huawei Integrated Access Software.'],
  ['huawei_smart_ax', '2011.2.334', 'Huawei Integrated Access Software.'],
]
const vsolNode = '37950.1.1.5.10.14.1'
const vsol: readonly Known[] = [
  ['v_solution_v1600g', vsolNode, 'V1600G1', { [vsolType]: 'V1600G1' }],
  ['v_solution_v1600g1b', vsolNode, 'V1600G1B', { [vsolType]: 'V1600G1B' }],
  ['v_solution_v1600d', vsolNode, 'V1600D', { [vsolType]: 'V1600D4' }],
  ['v_solution_v1600d8', vsolNode, 'V1600D8', { [vsolType]: 'V1600D8' }],
  ['v_solution_v1600d16', vsolNode, 'V1600D16', { [vsolType]: 'V1600D16' }],
]
const zte: readonly Known[] = [
  ['zte_c320', '3902.1082.1001.320.2.1', 'C320 Version V2.1.0 Software, Copyright (c) by ZTE Corporation'],
  ['zte_c300', '3902.1082.1001.300.2.1', 'C300 Version V2.1.0 Software, Copyright (c) by ZTE Corporation'],
  ['zte_c320_fw_1_2', '3902.1082.1001.320.1.2', 'ZXA10 C320, ZTE Corporation'],
  ['zte_c300_fw_1_2', '3902.1015.300.3.1', 'ZXA10 C300, ZTE Corporation'],
  ['zte_zxpon_olt_series', '3902.1082.1001.650.1.1', 'ZTE ZXA10 C650'],
  ['zte_c600_fw_12', '3902.1082.1001.600.1.1', 'ZTE ZXA10 C600'],
  ['zte_c610_fw_12', '3902.1082.1001.610.1.1', 'ZTE ZXA10 C610'],
]

const index = buildIndex(await allDrivers())
const test = suite('OLTs of earlier software')
const probes = (asked: Known[3]) => async (oid: string) => asked?.[oid.replace(/^\./, '')] ?? null

for (const [key, number, descr, asked] of [...bdcom, ...cdata, ...gcom, ...huawei, ...vsol, ...zte]) {
  const said = Object.values(asked ?? {}).join(', ')
  test(`${number} "${descr}"${said ? ` (${said})` : ''} is ${key}`, async () => {
    const identity = { objectId: `1.3.6.1.4.1.${number}`, descr }
    const { modelKey } = await index.detect(identity, probes(asked))
    assert.is(modelKey, key)
  })
}

for (const series of ['FD1601', 'FD1604', 'FD1608', 'FD1616']) {
  test(`${series} with firmware 3 is a model of its own`, async () => {
    const identity = { objectId: '1.3.6.1.4.1.17409', descr: series }
    const { modelKey } = await index.detect(identity, probes({ [ifNumber]: '14', ...three }))
    assert.is(modelKey, `c_data_${series.toLowerCase()}_fw3`)
  })
}

test('a device of .17409 whose number of interfaces cannot be read is not taken for an FD1608', async () => {
  const identity = { objectId: '1.3.6.1.4.1.17409', descr: 'FD1700S' }
  assert.is((await index.detect(identity, probes({}))).modelKey, 'c_data_fd1700s_fw3')
  const other = await index.detect({ objectId: '1.3.6.1.4.1.17409', descr: 'olt' }, probes({}))
  assert.is.not(other.modelKey, 'c_data_fd1608')
})
