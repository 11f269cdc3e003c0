import type { Model } from '@linecard/driver-kit'
import { broadcom, ubiquiti } from './nodes.ts'
import { edgeSwitch, linux, standard } from './families.ts'
import { fiber } from './olt/family.ts'
import { edgeMax, product } from './olt/nodes.ts'

/** Frogfoot. airOS, older access points and some switches use its number. */
const frogfoot = '1.3.6.1.4.1.10002'
/** RTL8380 switches with an agent of Realtek. */
const realtek = '1.3.6.1.4.1.27282'
/** Numbers of radios. Switches of several firmwares answer with them too. */
const radios = [`${frogfoot}.1`, `${ubiquiti}.1.4`]
/** All numbers that switches answer with. sysDescr tells them from the other devices. */
const numbers = [broadcom, ubiquiti, ...radios]

/** sysDescr of FASTPATH: name, version, kernel (`US-48-500W, 5.43.23.12533, Linux 3.6.5`). */
const fastPathDescr = '(?=[\\w-]*, \\d)'
const switchOf = (key: string, name: string, ports: number, descr: RegExp): Model => ({
  key: `ubnt_${key}`,
  name: `Ubiquiti ${name}`,
  type: 'SWITCH',
  family: edgeSwitch,
  ports,
  detect: { objectId: numbers, descr },
})
/** UniFi switches with FASTPATH, by the start of their name. */
const unifiOf = (key: string, name: string, ports: number): Model =>
  switchOf(key, `UniFi ${name}`, ports, new RegExp(`^${name}${fastPathDescr}`))
/** Detection for agents that can also answer with Net-SNMP's number: sysDescr alone decides. */
const linuxModel = (key: string, name: string, type: Model['type'], descr: RegExp): Model => ({
  key: `ubnt_${key}`,
  name: `Ubiquiti ${name}`,
  type,
  family: linux,
  detect: [{ objectId: ubiquiti, descr }, { descr }],
})

/**
 * EdgeSwitch answers with Broadcom's sysObjectID, like FASTPATH switches of other makers, so sysDescr
 * decides.
 */
export const models: readonly Model[] = [
  {
    key: 'ubnt_edge_switch',
    name: 'Ubiquiti EdgeSwitch',
    type: 'SWITCH',
    family: edgeSwitch,
    detect: [
      { objectId: [broadcom, ubiquiti], descr: /^Edge(?:Switch|Point)\b/ },
      { objectId: radios, descr: /^Edge(?:Switch|Point)\b(?=.{0,60}, \d[\d.]*, Linux )/ },
    ],
  },
  switchOf('es_8', 'EdgeSwitch 8', 10, /^EdgeSwitch 8-Port/),
  switchOf('es_16', 'EdgeSwitch 16', 18, /^EdgeSwitch 16-Port/),
  switchOf('es_24', 'EdgeSwitch 24', 26, /^EdgeSwitch 24-Port/),
  switchOf('es_48', 'EdgeSwitch 48', 52, /^EdgeSwitch 48-Port/),
  switchOf('ep_s16', 'EdgePoint S16', 18, /^EdgePoint Switch 16-Port/),
  {
    key: 'ubnt_unifi_switch',
    name: 'Ubiquiti UniFi Switch',
    type: 'SWITCH',
    family: edgeSwitch,
    detect: [
      { objectId: broadcom, descr: /^USW?[ -]\w/ },
      { objectId: [ubiquiti, ...radios], descr: new RegExp(`^USW?-${fastPathDescr}`) },
      // The tables of FASTPATH, for a sysDescr that an operator has replaced.
      { objectId: [ubiquiti, ...radios], rows: `${broadcom}.1.1.1.1.4` },
    ],
  },
  unifiOf('us_16', 'US-16', 18),
  unifiOf('us_24', 'US-24', 26),
  unifiOf('us_48', 'US-48', 52),
  {
    key: 'ubnt_unifi_linux_switch',
    name: 'Ubiquiti UniFi Switch (Linux agent)',
    type: 'SWITCH',
    family: linux,
    detect: [
      { objectId: [ubiquiti, ...radios], descr: /^(?:USW?(?=[ -])|UBNT US)/ },
      { descr: /^(?:UBNT )?USW?-[\w-]+,? (?:\d+\.\d+\.\d+|develop)/ },
      { descr: /^(?:UBNT USW?\b|USW [\w ]+ Switch\b)/ },
    ],
  },
  {
    ...linuxModel('edge_switch_linux', 'EdgeSwitch (Linux agent)', 'SWITCH', /^Linux UBNT \d/),
    detect: [
      { objectId: radios, descr: /^(?:Edge(?=Switch|Point)|Linux UBNT \d)/ },
      { objectId: realtek, descr: /^(?:Linux UBNT \d|RTL8380\b)/ },
      { descr: /^(?:Edge(?:Switch|Point) |Linux UBNT \d)/ },
    ],
  },
  {
    // Before 2017 it was the ToughSwitch: an agent of Linux, as that of the radios.
    ...linuxModel('edge_switch_xp', 'EdgeSwitch XP', 'SWITCH', /^EdgeSwitch(?:[ -]\d+)?[ -]?XP\b/),
    detect: [
      { objectId: [ubiquiti, ...radios], descr: /^EdgeSwitch(?:[ -]\d+)?[ -]?XP\b/ },
      { descr: /^EdgeSwitch(?:[ -]\d+)?[ -]?XP\b/ },
    ],
  },
  linuxModel(
    'unifi_ap',
    'UniFi access point',
    'ACCESS_POINT',
    /^(?:(?:UAP|U6|U7|E7|UAL6|UHDIW|UWB|U-LTE)(?:-[\w-]+)?|UK-Ultra) \d+\.\d+\.\d+/,
  ),
  linuxModel('unifi_gateway', 'UniFi gateway', 'ROUTER', /^Ubiquiti UniFi U[\w-]+ \d/),
  {
    key: 'ubnt_uisp_olt',
    name: 'Ubiquiti UISP Fiber OLT',
    type: 'OLT',
    family: fiber,
    detect: [
      { objectId: broadcom, descr: /^UISP Fiber OLT\b/ },
      { objectId: broadcom, rows: edgeMax },
    ],
  },
  {
    // The same number and the same sysDescr as EdgeRouter: ubntModel tells it.
    key: 'ubnt_ufiber_olt',
    name: 'Ubiquiti UFiber OLT',
    type: 'OLT',
    family: fiber,
    detect: { objectId: `${ubiquiti}.1.5`, probe: { oid: `${product}.1.0`, matches: /OLT/ } },
  },
  {
    key: 'ubnt_edge_router',
    name: 'Ubiquiti EdgeRouter',
    type: 'ROUTER',
    family: linux,
    detect: { objectId: `${ubiquiti}.1.5` },
  },
  {
    key: 'ubnt_airos',
    name: 'Ubiquiti airOS radio',
    type: 'RADIO',
    family: linux,
    detect: [
      { objectId: radios, descr: /^Linux \d/ },
      // UBNT-AirMAX-MIB, for a sysDescr that an operator has replaced.
      { objectId: [ubiquiti, ...radios], rows: `${ubiquiti}.1.4` },
    ],
  },
  {
    key: 'ubnt_general',
    name: 'Ubiquiti device',
    type: 'SWITCH',
    family: standard,
    detect: { objectId: ubiquiti },
  },
]
