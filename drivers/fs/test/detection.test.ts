import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ['fs_n8560_48bc', '52642.1.1.10.1.514', 'FS Data Center Switch(N8560-48BC) By FS.COM Inc'],
  ['fs_n5860_48sc', '52642.1.1.10.1.516', ''],
  ['fs_s5810_48ts_p', '52642.1.1.10.1.805', 'FS Campus Switch PoE (S5810-48TS-P) By FS.COM Inc'],
  ['fs_data_centre', '52642.1.1.10.1.999', 'FS Data Center Switch(N9999) By FS.COM Inc'],
  ['fs_s3900_24t4s', '52642.2.1.45.101', 'S3900-24T4S'],
  ['fs_s3900', '52642.2.1.45.102', 'S3900-48T4S'],
  ['fs_s2800_24t4f', '13464.1.3.32.1', 'FS Switch'],
  ['fs_s3800_24f4s', '13464.1.3.38.3', 'FS Switch'],
  ['fs_gbn', '13464.1.3.40.1', 'FS Switch'],
  ['fs_s5800_8tf12s', '27975.99.263', 'FSOS software, S5800 software (S5800 8TF12S), Version 5.3.7'],
  ['fs_s5800', '27975.99.264', 'FSOS software, S5800 software (S5800 48F4S), Version 5.3.7'],
  [
    'fs_s3400_48t4sp',
    '52642.1.445.0',
    'Fiberstore Co., Limited Internetwork Operating System Software S3400-48T4SP Series Software',
  ],
  ['fs_s3900_24t4s_r', '52642.1.446.0', ''],
  ['fs_s3900_48t6s_r', '52642.1.2039.0', ''],
  ['fs_s3900_24f4s_r', '52642.1.458.0', ''],
  ['fs_ies5100_16ts', '52642.1.504.0', ''],
  ['fs_s5850_48b8c', '52642.1.99.5638', ''],
  ['fs_s5850_48s2q4c', '52642.1.99.5802', 'FSOS Software, S5850-48S2Q4C, Version 7.0.5'],
  ['fs_centec', '52642.1.99.5803', 'FSOS Software, S8050-20Q4C, Version 7.0.5'],
  ['fs_centec', '52642.1.500', 'CNOS Software, E580-48X6Q, Version 7.0.5'],
  ['fs_switch', '52642.1.777', 'FS switch'],
  [
    'fs_bdcom',
    '52642.1.447.0',
    'Fiberstore Co., Limited Internetwork Operating System Software S3400-24T4SP Series Software',
  ],
  ...[
    'S2910',
    'S2928',
    'S5310',
    'S5750',
    'S5760',
    'S6120',
    'S6150',
    'S6220',
    'S6250',
    'S6510',
    'S6520',
    'S7805',
    'S7808',
  ].map(
    series =>
      [
        `ruijie_${series.toLowerCase()}`,
        '4881.1.1.10.1.41',
        `Ruijie 10G Routing Switch(${series}-24GT/12SFP) By Ruijie Networks`,
      ] as const,
  ),
  ['ruijie_switch', '4881.1.1.10.1.42', 'Red-Giant Ethernet Switch'],
  // GBN switches under GBN's own name, and OLTs of GCOM.
  ['gbn_switch', '13464.1.3.32.1', 'S2800 Switch'],
  [null, '13464.1.10.5.1', 'EPON'],
  [null, '526420.1', 'FS Switch'],
]
const index = buildIndex([driver])
const test = suite('fs detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
