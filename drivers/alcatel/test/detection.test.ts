import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const timos = (platform: string): string =>
  `TiMOS-C-12.0.R16 cpm/hops ${platform} Copyright (c) 2000-2018 Nokia. All rights reserved.`
/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ['alcatel_general_switch', '6486.800.1.1.2.2.4.1.2', 'OmniStack LS 6200'],
  ...['6250', '6350', '6400', '6450', '6850', '6855'].map(
    series =>
      [
        `alcatel_os${series}`,
        '6486.800.1.1.2.1.12.1.8',
        `Alcatel-Lucent OS${series}-48 6.6.4.177.R01 GA, May 24, 2013.`,
      ] as const,
  ),
  ...['6360', '6465', '6560', '6860', '6865', '6900', '9900'].map(
    series =>
      [
        `alcatel_os${series}`,
        '6486.801.1.1.2.1.11.1.7',
        `Alcatel-Lucent Enterprise OS${series}-P48 8.6.289.R01 GA, July 14, 2019.`,
      ] as const,
  ),
  // The node says which MIBs a device has, not its series.
  ['alcatel_omniswitch_aos6', '6486.800.1.1.2.1.10.1.1', 'Alcatel-Lucent OS6900-X40 7.1.1.1660.R01'],
  ['alcatel_omniswitch_aos6', '6486.800.1.1.2.1.6.1.2', 'Alcatel-Lucent OS9702 6.4.4.585.R01'],
  ['alcatel_omniswitch', '6486.801.1.1.2.1.1', 'Alcatel-Lucent Enterprise OmniSwitch 8.5'],
  ['alcatel_omniswitch', '6486.801.1.1.2.1.10.1.2', 'Alcatel-Lucent OS10K 7.3.4.310.R02'],
  [null, '637.61.1', 'NFXS-A FX-8 ISAM release R6.2.04'],
  ['nokia_1830', '7483.1.3.1.12', 'Nokia 1830 PSD-2'],
  ['nokia_1830', '7483.1.3.1.1.5', 'Nokia 1830 PSS v11.0.0 SWDM'],
  ['nokia_7750_sr', '6527.1.3.17', timos('Nokia 7750 SR')],
  ['nokia_7705_sar', '6527.6.1.1.2.1', timos('Nokia 7705 SAR')],
  ['nokia_7250_ixr', '6527.1.3.23', timos('Nokia 7250 IXR')],
  ['nokia_7450_ess', '6527.1.6.5', timos('ALCATEL ESS 7450')],
  ['nokia_7210_sas', '6527.6.2.1.2.6.1', timos('Nokia SAS-R 7210')],
  ['nokia_7210_sas', '6527.6.2.1.2.9.5', timos('Nokia SAS-Sx 48Tp4SFP+ (PoE) 7210')],
  ['nokia_7210_sas', '6527.6.2.1.2.2.2', timos('ALCATEL SAS-M 24F 2XFP 7210')],
  ['nokia_timos', '6527.1.9.1', timos('of a series that nobody knows')],
  ['nokia_router', '6527.1.9.1', 'nothing that names its system'],
  ['nokia_srlinux', '6527.1.20.22', 'SRLinux-v23.10.1 7220 IXR-D2L'],
  [null, '65270.1.3.17', timos('Nokia 7750 SR')],
  [null, '648.1', 'OmniStack LS 6200'],
]
const index = buildIndex([driver])
const test = suite('alcatel detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
