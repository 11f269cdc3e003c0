import { buildIndex } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import driver from '../src/index.ts'

const cisco = '1.3.6.1.4.1.9'
const nxOs = (image: string): string =>
  `Cisco NX-OS(tm) ${image}, Software (${image}), Version 9.3(9), RELEASE SOFTWARE`
const iosXr = (platform: string): string => `Cisco IOS XR Software (${platform}), Version 7.4.1[Default]`
const identities: readonly (readonly [key: string | null, objectId: string, descr: string])[] = [
  [
    'cisco_nexus_9000',
    `${cisco}.12.3.1.3.2193`,
    'Cisco NX-OS(tm) Nexus9000 C93180YC-FX3, Software (NXOS 32-bit), Version 9.3(9), RELEASE SOFTWARE',
  ],
  ['cisco_nexus_7000', `${cisco}.12.3.1.3.612`, nxOs('n7000')],
  ['cisco_nexus_5000', `${cisco}.12.3.1.3.1084`, nxOs('n5000')],
  ['cisco_nexus_3000', `${cisco}.12.3.1.3.1106`, nxOs('n3000')],
  [
    'cisco_general_switch',
    `${cisco}.12.3.1.3.1163`,
    'Cisco NX-OS(tm) nxos.7.0.3.I7.8.bin, Software (nxos), Version 7.0(3)I7(8), RELEASE SOFTWARE',
  ],
  ['cisco_general_switch', `${cisco}.1.9999`, nxOs('titanium')],
  ['cisco_general_switch_sg', `${cisco}.6.1.89`, ''],
  ['cisco_sg200', `${cisco}.6.1.87.24.2`, 'SF200-24P 24-Port 10/100 PoE Smart Switch'],
  ['cisco_sg220', `${cisco}.6.1.84.26.1`, 'SG220-26 26-Port Gigabit Smart Switch'],
  ['cisco_sg250', `${cisco}.6.1.98.26.1`, 'SG250-26 26-Port Gigabit Smart Switch'],
  ['cisco_sg300', `${cisco}.6.1.83.10.3`, 'SG300-10MPP 10-Port Gigabit PoE  Managed Switch'],
  ['cisco_sg350', `${cisco}.6.1.95.10.3`, 'SG350-10 10-Port Gigabit Managed Switch'],
  ['cisco_sg350x', `${cisco}.6.1.94.24.1`, 'SG350X-48 24-Port Gigabit Stackable Managed Switch'],
  ['cisco_sg500', `${cisco}.6.1.81.28.1`, 'SG500-28 28-Port Gigabit Stackable Managed Switch'],
  [
    'cisco_sg500x',
    `${cisco}.6.1.85.48.3`,
    'SG500X-48MP 48-Port Gigabit with 4-Port 10 Gigabit PoE  Stackable Managed Switch',
  ],
  ['cisco_sg550x', `${cisco}.6.1.93.24.1`, 'SG550X-24 24-Port Gigabit Stackable Managed Switch'],
  ['cisco_sg550xg', `${cisco}.6.1.90.16.9`, 'SG550XG-8F8T 16-Port 10G Stackable Managed Switch'],
  ['cisco_sg550xg', `${cisco}.6.1.1001.24.8`, 'SX550X-24F 24-Port 10G SFP+ Stackable Managed Switch'],
  ['cisco_sge2000', `${cisco}.6.1.72.2010.2`, '48-port 10/100/1000 Ethernet Switch'],
  ['cisco_cbs220', `${cisco}.6.1.1010.48.1`, '48-Port Gigabit Smart Switch'],
  ['cisco_cbs250', `${cisco}.6.1.1003.24.1`, 'CBS250-24T-4G 24-Port Gigabit Smart Switch'],
  ['cisco_cbs350', `${cisco}.6.1.1004.28.5`, 'CBS350-24P-4G 24-Port Gigabit PoE Managed Switch'],
  ['cisco_catalyst_1200', `${cisco}.1.3210`, 'Catalyst 1200 Series Smart Switch, 8-port GE (C1200-8T-D)'],
  [
    'cisco_catalyst_1300',
    `${cisco}.1.3240`,
    'Catalyst 1300 Series Managed Switch, 24-port GE (C1300-24P-4X)',
  ],
  ['cisco_esw500', `${cisco}.1.1176`, '8-port 10/100/1000 Ethernet Switch with PoE'],
  ['cisco_slm', '1.3.6.1.4.1.3955.6.1.2008.2', 'SLM2008'],
  ['cisco_slm', '1.3.6.1.4.1.9.6.1.78.2008.1', 'SLM2008 8-port Gigabit Smart Switch'],
  ['cisco_slm', '1.3.6.1.4.1', 'Linksys SLM2024'],
  [
    'cisco_srw',
    '1.3.6.1.4.1.3955.6.1.2008.1',
    'SRW2008 - 6-port Gigabit Switch with 2 Combo ports and WebView',
  ],
  ['cisco_rv_router', `${cisco}.6.1.23.3.13`, 'Linux, Cisco RV320, Version 1.3.2.02'],
  [
    'cisco_carrier_switch',
    `${cisco}.1.1899`,
    'ME1200 GigaBit Ethernet Switch, version ME1200 OS Software Build 15.6-7.SN1',
  ],
  ['cisco_asa', `${cisco}.1.2114`, 'Cisco Adaptive Security Appliance Version 9.8(4)'],
  ['cisco_wlc', `${cisco}.1.1069`, 'Cisco Controller'],
  ['cisco_wlc', '1.3.6.1.4.1.14179.1.1.4.3', 'Cisco Controller'],
  ['cisco_esw500', `${cisco}.1.1060`, '24-port 10/100 Ethernet Switch'],
  ['cisco_asr9000', `${cisco}.1.1018`, iosXr('Cisco ASR9K Series')],
  ['cisco_asr9000', `${cisco}.1.2658`, iosXr('ASR9K')],
  ['cisco_ncs540', `${cisco}.1.2984`, iosXr('NCS540L')],
  ['cisco_ncs5500', `${cisco}.1.2413`, iosXr('NCS-5500')],
  ['cisco_ios_xr', `${cisco}.1.1861`, iosXr('NCS-6000')],
  ['cisco_ios', `${cisco}.1.9999`, 'Cisco IOS Software, NEW Software (NEW-UNIVERSALK9-M), Version 15.2(7)E3'],
  ['cisco_ios', `${cisco}.1.366`, 'Cisco Internetwork Operating System Software'],
  ['cisco_device', `${cisco}.12.99`, 'an agent of NX hardware that does not say its system'],
  ['cisco_general_switch', `${cisco}.12.3.1.3.1106`, 'core-sw'],
  ['cisco_cimc', `${cisco}.1.1512`, 'Cisco Integrated Management Controller(CIMC), Firmware Version 4.0(2f)'],
  ['cisco_ise', `${cisco}.1.2139`, 'Cisco Identity Services Engine'],
  ['cisco_cucm', `${cisco}.1.1348`, 'Hardware:VMware, 4 Intel(R) CPU, Software:UCOS 6.0.0.0-2'],
  ['cisco_acs', `${cisco}.1.1117`, 'Cisco Secure Access Control System'],
  ['cisco_waas', `${cisco}.1.1286`, 'Cisco WAAS, OE574'],
  ['cisco_apic', `${cisco}.1.2238`, 'APIC VERSION 4.2(6h); PID APIC-SERVER-M2'],
  ['cisco_device', `${cisco}.65.10.3`, 'another branch, which only begins with the same digit'],
  [null, '1.3.6.1.4.1.91.1.1208', 'Cisco IOS Software'],
]

/** Names of software images in sysDescr of IOS and IOS XE. */
const images: readonly (readonly [key: string, image: string])[] = [
  ['cisco_catalyst_2940', 'C2940 Software (C2940-I6K2L2Q4-M)'],
  ['cisco_catalyst_2950', 'C2950 Software (C2950-I6K2L2Q4-M)'],
  ['cisco_catalyst_2960', 'C2960 Software (C2960-LANBASEK9-M)'],
  ['cisco_catalyst_2960', 'C2960C Software (C2960c405-UNIVERSALK9-M)'],
  ['cisco_catalyst_2960s', 'C2960S Software (C2960S-UNIVERSALK9-M)'],
  ['cisco_catalyst_2960x', 'C2960X Software (C2960X-UNIVERSALK9-M)'],
  ['cisco_catalyst_2960l', 'C2960L Software (C2960L-UNIVERSALK9-M)'],
  ['cisco_catalyst_2960cx', 'C2960CX Software (C2960CX-UNIVERSALK9-M)'],
  ['cisco_catalyst_3500xl', 'C3500XL Software (C3500XL-C3H2S-M)'],
  ['cisco_catalyst_3550', 'C3550 Software (C3550-IPSERVICESK9-M)'],
  ['cisco_catalyst_3560', 'C3560 Software (C3560-IPSERVICESK9-M)'],
  ['cisco_catalyst_3560', 'C3560E Software (C3560E-UNIVERSALK9-M)'],
  ['cisco_catalyst_3560cx', 'C3560CX Software (C3560CX-UNIVERSALK9-M)'],
  ['cisco_catalyst_3750', 'C3750 Software (C3750-IPBASE-M)'],
  ['cisco_catalyst_3750', 'C3750E Software (C3750E-UNIVERSALK9-M)'],
  ['cisco_catalyst_3850', 'Catalyst L3 Switch Software (CAT3K_CAA-UNIVERSALK9-M)'],
  ['cisco_catalyst_4500', 'Catalyst 4500 L3 Switch Software (cat4500e-ENTSERVICESK9-M)'],
  ['cisco_catalyst_6500', 's72033_rp Software (s72033_rp-IPSERVICESK9-M)'],
  ['cisco_catalyst_6800', 's6t64_rp Software (s6t64_rp-ADVENTERPRISEK9-M)'],
  ['cisco_catalyst_9000', 'Catalyst L3 Switch Software (CAT9K_IOSXE)'],
  ['cisco_catalyst_9200', 'Catalyst L3 Switch Software (CAT9K_LITE_IOSXE)'],
  ['cisco_ie2000', 'IE2000 Software (IE2000-UNIVERSALK9-M)'],
  ['cisco_ie3000', 'IES Software (IES-LANBASEK9-M)'],
  ['cisco_ie4000', 'IE4010 Software (IE4010-UNIVERSALK9-M)'],
  ['cisco_ie3x00', 'IE3x00 Software (IE3x00-UNIVERSALK9-M)'],
  ['cisco_me3400', 'ME340x Software (ME340x-METROIPACCESSK9-M)'],
  ['cisco_me3600x', 'ME360x Software (me360x-UNIVERSALK9-M)'],
  ['cisco_me3600x', 'ME380x Software (me380x-UNIVERSALK9-M)'],
  ['cisco_800', 'C880 Software (C880DATA-UNIVERSALK9-M)'],
  ['cisco_800', 'C800 Software (C800-UNIVERSALK9-M)'],
  ['cisco_1800', '1841 Software (C1841-ADVSECURITYK9-M)'],
  ['cisco_1900', 'C1900 Software (C1900-UNIVERSALK9-M)'],
  ['cisco_2600', 'C2600 Software (C2600-ADVSECURITYK9-M)'],
  ['cisco_2800', '2800 Software (C2800NM-ADVENTERPRISEK9-M)'],
  ['cisco_2900', 'C2900 Software (C2900-UNIVERSALK9-M)'],
  ['cisco_2900', 'C2951 Software (C2951-UNIVERSALK9-M)'],
  ['cisco_3600', '3600 Software (C3640-IK9O3S-M)'],
  ['cisco_3700', '3700 Software (C3745-ADVIPSERVICESK9-M)'],
  ['cisco_3800', '3800 Software (C3825-ADVIPSERVICESK9-M)'],
  ['cisco_3900', 'C3900e Software (C3900e-UNIVERSALK9-M)'],
  ['cisco_7200', '7200 Software (C7200-ADVENTERPRISEK9-M)'],
  ['cisco_7600', 'c7600rsp72043_rp Software (c7600rsp72043_rp-ADVIPSERVICESK9-M)'],
  ['cisco_asr900', 'ASR900 Software (PPC_LINUX_IOSD-UNIVERSALK9_NPE-M)'],
  ['cisco_asr920', 'ASR920 Software (PPC_LINUX_IOSD-UNIVERSALK9_NPE-M)'],
  ['cisco_asr1000', 'ASR1000 Software (X86_64_LINUX_IOSD-ADVENTERPRISEK9-M)'],
  ['cisco_csr1000v', 'Virtual XE Software (X86_64_LINUX_IOSD-UNIVERSALK9-M)'],
  ['cisco_isr', 'ISR Software (X86_64_LINUX_IOSD-UNIVERSALK9-M)'],
  ['cisco_isr_arm', 'ISR Software (ARMV8EL_LINUX_IOSD-UNIVERSALK9_IOT-M)'],
  ['cisco_catalyst_8000', 'c8000be Software (X86_64_LINUX_IOSD-UNIVERSALK9-M)'],
  ['cisco_wlc_5700', '5700 Series Wireless LAN Controller Software (CT5760-IPSERVICESK9-M)'],
  ['cisco_wlc_9800', 'C9800 Software (C9800_IOSXE-K9)'],
]
const index = buildIndex([driver])
const detect = async (objectId: string, descr: string) => (await index.detect({ objectId, descr })).modelKey
const test = suite('cisco detection')

for (const [key, objectId, descr] of identities)
  test(`${objectId} "${descr}" is ${key}`, async () => assert.is(await detect(objectId, descr), key))
for (const [key, image] of images) {
  test(`${image} is ${key}`, async () => {
    for (const name of [
      'Cisco IOS Software, ',
      'Cisco IOS Software [Fuji], ',
      'Cisco IOS Software, IOS-XE Software, ',
    ]) {
      assert.is(
        await detect(`${cisco}.1.9999`, `${name}${image}, Version 15.2(7)E3, RELEASE SOFTWARE (fc3)`),
        key,
      )
    }
  })
}
test('releases before 12.2 say it another way', async () => {
  assert.is(
    await detect(
      `${cisco}.1.359`,
      'Cisco Internetwork Operating System Software   IOS (tm) C2950 Software (C2950-I6K2L2Q4-M), Version 12.1(22)EA14',
    ),
    'cisco_catalyst_2950',
  )
})
test('the list names every model', () => {
  assert.equal(
    [...new Set([...identities, ...images].flatMap(([key]) => key ?? []))].toSorted(),
    driver.models.map(({ key }) => key).toSorted(),
  )
})
