/**
 * Devices of several makers that answer with the same sysObjectID: sysDescr decides, with all drivers
 * together.
 */
import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'

const [netSnmp, broadcom, none] = ['8072.3.2.10', '4413.1.2.2.9', '99999.1']
const sonic = (version: string, sku: string) =>
  `SONiC Software Version: ${version} - HwSku: ${sku} - Distribution: Debian 11.6 - Kernel: 5.10.0-18-2-amd64`

/** Key, number below enterprises, sysDescr. */
const identities: readonly (readonly [key: string, number: string, descr: string])[] = [
  ['edgecore_sonic', netSnmp, sonic('SONiC.Edgecore-SONiC_20230301_061258_ec202111', 'Accton-AS7326-56X')],
  ['edgecore_sonic', netSnmp, sonic('SONiC.Edgecore-SONiC_20230301_061258_ec202111', 'AS4630-54PE')],
  ['edgecore_sonic', broadcom, sonic('SONiC-OS-4.0.5-Enterprise_Advanced', 'Accton-AS7816-64X')],
  ['edgecore_sonic', netSnmp, sonic('SONiC.202205.263207-f2a687b33', 'Accton-AS7712-32X')],
  ['dell_sonic', broadcom, sonic('SONiC-OS-4.1.0-Enterprise_Premium', 'DellEMC-S5248f-P-25G-DPB')],
  ['dell_sonic', netSnmp, sonic('SONiC.201911.150', 'Force10-S6000')],
  ['dell_sonic', '674.11000.5000.100.2.1.30', sonic('SONiC-OS-4.2.0-Enterprise_Base', 'Z9332f-O32')],
  ['sonic_switch', netSnmp, sonic('SONiC.202205.1', 'ACS-MSN2700')],
  ['sonic_switch', none, sonic('SONiC.202311.1', 'Celestica-DX010')],
  ['generic_snmp', netSnmp, 'Linux host 5.10.0-18-2-amd64 #1 SMP Debian x86_64'],
  ['generic_snmp', broadcom, 'LB4M 48x1G 2x10G, 1.1.0.8, VxWorks 6.6'],
  ['ubnt_us_48', '10002.1', 'US-48-500W, 5.43.23.12533, Linux 3.6.5'],
  ['ubnt_edge_switch_xp', '41112.1.4', 'EdgeSwitch 10XP'],
  ['zte_zxr10_5250', '3902.15.2.30', 'ZTE ZXR10 5250-28TM Software'],
  ['cisco_slm', '3955.6.5', 'SLM2008'],
]
const index = buildIndex(await allDrivers())
const test = suite('numbers of several makers')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))

test('models that lose say why', async () => {
  const { rejected } = await index.detect({
    objectId: `1.3.6.1.4.1.${netSnmp}`,
    descr: sonic('SONiC.202205.1', 'Accton-AS7712-32X'),
  })
  const why = rejected.find(({ modelKey }) => modelKey === 'sonic_switch')
  assert.is(why?.reason, 'sysDescr matches edgecore_sonic better')
})
