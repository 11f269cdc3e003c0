import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const [netSnmp, broadcom] = ['8072.3.2.10', '4413']
/** sysObjectID below enterprises (1.3.6.1.4.1), then sysDescr. */
const identities: readonly (readonly [key: string | null, number: string, descr: string])[] = [
  ['ubnt_es_24', broadcom, 'EdgeSwitch 24-Port 250W, 1.8.0.5106045, Linux 3.6.5-1b505fb7, 0.0.0.0000000'],
  ['ubnt_es_8', broadcom, 'EdgeSwitch 8-Port 150W, 1.8.0'],
  ['ubnt_es_16', broadcom, 'EdgeSwitch 16-Port 150W, 1.8.0'],
  ['ubnt_es_48', broadcom, 'EdgeSwitch 48-Port 500W, 1.8.0'],
  ['ubnt_ep_s16', broadcom, 'EdgePoint Switch 16-Port, 1.6.0.4900860, Linux 3.6.5-f4a26ed5'],
  ['ubnt_edge_switch', broadcom, 'EdgeSwitch 12F, 1.8.0'],
  ['ubnt_edge_switch', '41112.1.7', 'EdgeSwitch 12F, 1.9.2'],
  ['ubnt_edge_switch_xp', '41112.1.7', 'EdgeSwitch XP'],
  ['ubnt_edge_switch_xp', '10002.1', 'EdgeSwitch 8XP'],
  ['ubnt_edge_switch_xp', '41112.1.4', 'EdgeSwitch 10XP'],
  ['ubnt_edge_switch_linux', '10002.1', 'EdgeSwitch 12F'],
  ['ubnt_edge_switch_linux', '27282.3.2.10', 'RTL8380 MDK'],
  ['ubnt_es_16', '10002.1', 'EdgeSwitch 16-Port 150W, 1.9.2.5322630, Linux 3.6.5'],
  ['ubnt_us_48', '41112.1.4', 'US-48-500W, 5.43.23.12533, Linux 3.6.5'],
  ['ubnt_us_48', '10002.1', 'US-48, 4.0.42.10433, Linux 3.6.5-03329b4a'],
  ['ubnt_unifi_switch', '10002.1', 'USW-24P-250, 3.7.17.5220, Linux 3.6.5'],
  ['ubnt_unifi_linux_switch', '10002.1', 'USW-Flex 5.76.7.13442'],
  ['ubnt_unifi_linux_switch', '41112.1.4', 'USW-Flex-XG 6.5.59'],
  ['ubnt_unifi_linux_switch', netSnmp, 'USW-5-Flex, develop.10723'],
  [null, '10002.7', 'something else'],
  [null, '10002.1', 'LigoDLB 5-90 v7.55'],
  ['ubnt_unifi_linux_switch', '41112', 'UBNT US-8-60W'],
  ['ubnt_us_24', broadcom, 'US-24-250W, 5.43.18.12487, Linux 3.6.5'],
  ['ubnt_us_16', broadcom, 'US-16-150W, 5.43.18'],
  ['ubnt_us_48', broadcom, 'US-48, 5.43.18'],
  ['ubnt_unifi_switch', broadcom, 'USW-24P-250, 3.7.17.5220, Linux 3.6.5'],
  ['ubnt_uisp_olt', broadcom, 'UISP Fiber OLT XGS, 4.6.1.28209, Linux 4.4.302'],
  ['ubnt_unifi_linux_switch', '41112.1', 'USW GigaBit Ethernet Switch, firmware 5.76.7.13442'],
  ['ubnt_unifi_linux_switch', netSnmp, 'USW-Flex 5.76.7.13442'],
  ['ubnt_edge_switch_linux', netSnmp, 'Linux UBNT 4.9.65 #0 Thu Aug 30 12:10:54 2018 mips'],
  ['ubnt_unifi_ap', netSnmp, 'UAP-nanoHD 5.43.36.12724'],
  ['ubnt_unifi_ap', '41112', 'UK-Ultra 6.6.77.15402'],
  ['ubnt_unifi_ap', '41112', 'U6-LR-EA 6.5.28.14491'],
  ['ubnt_unifi_ap', '41112', 'E7 7.0.66.15850'],
  ['ubnt_unifi_gateway', netSnmp, 'Ubiquiti UniFi UCG-Fiber 5.0.12 Linux 5.4.213 ipq9574'],
  ['ubnt_edge_router', '41112.1.5', 'EdgeOS v1.8.0.4853089.160219.1607'],
  ['ubnt_airos', '10002.1', 'Linux 2.6.32.68 #1 Sun May 15 21:20:37 EEST 2016 mips'],
  ['ubnt_airos', '41112.1.4', 'Linux 2.6.32.71 #1 Mon Dec 19 17:17:06 EET 2016 mips'],
  ['ubnt_general', '41112.1.6', 'Linux'],
  // FASTPATH of other makers, Linux hosts of other makers, and a host with a similar name.
  [null, broadcom, 'Quanta'],
  [null, broadcom, 'LB4M 48x1G 2x10G, 1.1.0.8, VxWorks 6.6'],
  [null, netSnmp, 'Linux server1 4.9.65 #0 SMP x86_64'],
  [null, netSnmp, 'Linux UBNT-backup 5.10.0 #1 SMP'],
  [null, '100020.1', 'Linux'],
]
const index = buildIndex([driver])
const test = suite('ubiquiti detection')

for (const [key, number, descr] of identities)
  test(`${number} "${descr}" is ${key}`, async () =>
    assert.is((await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr })).modelKey, key))
test('ubntModel tells a UFiber OLT from an EdgeRouter', async () => {
  const identity = { objectId: '1.3.6.1.4.1.41112.1.5', descr: 'EdgeOS v4.4.2.4598.220304.1412' }
  const with_ = (model: string | null) => ({ ...identity, probe: async () => model })
  assert.is((await index.detect(identity, with_('UFiber OLT').probe)).modelKey, 'ubnt_ufiber_olt')
  assert.is((await index.detect(identity, with_('ER-8').probe)).modelKey, 'ubnt_edge_router')
  assert.is((await index.detect(identity, with_(null).probe)).modelKey, 'ubnt_edge_router')
})
test('the list names every model', () =>
  assert.equal(
    [...new Set(identities.flatMap(([key]) => key ?? [])), 'ubnt_ufiber_olt'].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  ))
