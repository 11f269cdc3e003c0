/**
 * A model that is known by nothing but its maker's number claims nothing: it types on no console, and is no
 * router, OLT or controller. What is known better has a sysDescr, a number of its own or tables that prove it.
 */
import { buildIndex, isGenericPrefix } from '@linecard/driver-kit/detection'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'

const drivers = await allDrivers()
const index = buildIndex(drivers)
const test = suite('catch-alls')

/** Makers with one kind of device and one operating system below their number: the number is the model. */
const oneKind: Readonly<Record<string, string>> = {
  alcatel_omniswitch: 'Alcatel: OmniSwitch alone; routers and photonics have numbers of their own',
  datacom_dmswitch: 'Datacom: dmSwitch answers with its number alone, DmOS with a number of its own',
  nokia_router: 'Timetra: routers alone; no console',
  dell_networking_os: 'Force10: switches with FTOS alone',
  extreme_enterasys: 'Enterasys: its switches are read by the standard MIBs',
  fs_s5800: 'FSOS: the operating system of one series',
  h3c_switch: 'H3C: Comware on switches and routers',
  juniper_erx: 'Unisphere: JUNOSe alone',
  juniper_router: 'Juniper: Junos on switches, routers and firewalls',
  ruijie_switch: 'Ruijie: RGOS on switches and gateways',
  raisecom_default: 'Raisecom: ROS on switches',
  fs_switch: 'FS: its switches are read by the standard MIBs',
  cisco_wlc: 'Airespace: wireless controllers alone',
  equicom_ping3: 'Equicom: one product',
  ubiquoss_device: 'Ubiquoss: one operating system on OLTs and switches; no console',
  tplink_dsl_router: 'the number of routers for DSL; no console',
}

test('a catch-all has no console and claims nothing', () => {
  const saying: string[] = []
  assert.equal(
    Object.keys(oneKind).filter(key => !index.models.has(key)),
    [],
  )
  for (const { models } of drivers)
    for (const { key, type, family, detect } of models)
      for (const { objectId = [], descr, probe, rows } of [detect].flat())
        for (const prefix of [objectId].flat()) {
          if (descr || probe || rows || isGenericPrefix(prefix)) continue
          if (!/^1\.3\.6\.1\.4\.1\.\d+$/.test(prefix) || oneKind[key]) continue
          const console = family.cli ?? family.console ?? family.identity
          if (console !== undefined || !['SWITCH', 'RADIO'].includes(type))
            saying.push(`${prefix} is ${key}, ${type}${console ? ', with a console' : ''}`)
        }
  assert.equal(saying, [])
})

/** Number below enterprises, sysDescr, key, type; whether a console may be tried. */
const strangers: readonly (readonly [string, string, string, string, boolean])[] = [
  [
    '9.1.1512',
    'Cisco Integrated Management Controller(CIMC), Firmware Version 4.0(2f)',
    'cisco_cimc',
    'SERVER',
    false,
  ],
  ['9.1.2139', 'Cisco Identity Services Engine', 'cisco_ise', 'SERVER', false],
  [
    '9.1.1348',
    'Hardware:VMware, 4  Intel(R) Xeon(R) CPU, Software:UCOS 6.0.0.0-2',
    'cisco_cucm',
    'SERVER',
    false,
  ],
  ['9.1.1117', 'Cisco Secure Access Control System 5.8', 'cisco_acs', 'SERVER', false],
  ['9.1.1286', 'Cisco WAAS, OE574, Version 6.2.3', 'cisco_waas', 'SERVER', false],
  ['9.1.2238', 'APIC VERSION 4.2(6h); PID APIC-SERVER-M2', 'cisco_apic', 'CONTROLLER', false],
  ['9.1.2663', 'Cisco Firepower Threat Defense, Version 6.6.1 (Build 91)', 'cisco_asa', 'FIREWALL', true],
  ['9.1.4242', 'something that nobody here has seen', 'cisco_device', 'SWITCH', false],
  ['3955.1000.100.1', 'LGS318P 18-Port Smart PoE+ Gigabit Switch', 'linksys_device', 'SWITCH', false],
  ['10002.1', 'LigoDLB 5-90 v7.55', 'frogfoot_device', 'RADIO', false],
  ['6527.1.20.22', 'SRLinux-v23.10.1-218-ga3fc1bea5a 7220 IXR-D2L', 'nokia_srlinux', 'ROUTER', false],
  ['6527.1.20.22', 'leaf-1', 'nokia_srlinux', 'ROUTER', false],
  ['6527.1.9.1', 'nothing that names its system', 'nokia_router', 'ROUTER', false],
  ['890.1.15', 'USG FLEX 200', 'zyxel_firewall', 'FIREWALL', false],
  ['890.1.6.22', 'ZyWALL USG 100', 'zyxel_firewall', 'FIREWALL', false],
  ['890.1.15', 'ATP100', 'zyxel_firewall', 'FIREWALL', false],
  ['890.1.15', 'NWA50AX', 'zyxel_access_point', 'ACCESS_POINT', false],
  ['890.1.15', 'something new', 'zyxel_device', 'SWITCH', false],
  ['171.10.37.35', 'D-Link DAP-2690 Access Point', 'dlink_access_point', 'ACCESS_POINT', false],
  ['171.10.37.3', 'DWL-8200AP', 'dlink_access_point', 'ACCESS_POINT', false],
  ['171.10.128.2', 'DWC-1000', 'dlink_controller', 'CONTROLLER', false],
  ['171.20.2.1', 'DFL-870', 'dlink_firewall', 'FIREWALL', false],
  ['171.10.9999', 'something of D-Link', 'dlink_device', 'SWITCH', false],
  [
    '2636.1.1.1.2.49',
    'Juniper Networks, Inc. srx240h internet router, kernel JUNOS 12.1X46',
    'juniper_srx240',
    'FIREWALL',
    true,
  ],
  ['41112.1.4', 'UAP-nanoHD 5.60.3.12934', 'ubnt_unifi_ap', 'ACCESS_POINT', true],
  ['41112.1.4', 'Linux 2.6.32.71 #1 Mon Dec 19 17:17:06 EET 2016 mips', 'ubnt_airos', 'RADIO', true],
  ['41112.9.9', 'something of Ubiquiti', 'ubnt_general', 'SWITCH', false],
  ['2011.2.9999', 'something of Huawei', 'huawei_device', 'SWITCH', false],
  ['11.2.3.7.99', 'something of HP', 'hp_device', 'SWITCH', false],
]
for (const [number, descr, key, type, console] of strangers)
  test(`${number} "${descr}" is ${key}`, async () => {
    const { modelKey } = await index.detect({ objectId: `1.3.6.1.4.1.${number}`, descr }, async () => null)
    assert.is(modelKey, key)
    const { model, family } = index.models.get(key)!
    assert.is(model.type, type)
    assert.is(family.cli !== undefined, console)
  })
