import type { Model } from '@linecard/driver-kit'
import { broadcom } from './nodes.ts'
import { edgeSwitch, linux } from './families.ts'

const ubiquiti = '1.3.6.1.4.1.41112'
/** Frogfoot. airOS and older UniFi access points use its number. */
const frogfoot = '1.3.6.1.4.1.10002.1'

const switchOf = (key: string, name: string, ports: number, descr: RegExp): Model => ({
  key: `ubnt_${key}`,
  name: `Ubiquiti ${name}`,
  type: 'SWITCH',
  family: edgeSwitch,
  ports,
  detect: { objectId: broadcom, descr },
})
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
      { objectId: broadcom, descr: /^Edge(?:Switch|Point Switch)\b/ },
      { objectId: ubiquiti, descr: /^Edge(?:Switch|Point)/ },
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
    detect: { objectId: broadcom, descr: /^USW?-(?=[\w-]+, \d)/ },
  },
  switchOf('us_16', 'UniFi US-16', 18, /^US-16(?=[\w-]*, \d)/),
  switchOf('us_24', 'UniFi US-24', 26, /^US-24(?=[\w-]*, \d)/),
  switchOf('us_48', 'UniFi US-48', 52, /^US-48(?=[\w-]*, \d)/),
  {
    key: 'ubnt_unifi_linux_switch',
    name: 'Ubiquiti UniFi Switch (Linux agent)',
    type: 'SWITCH',
    family: linux,
    detect: [
      { objectId: ubiquiti, descr: /^(?:USW[- ]|UBNT US)/ },
      { descr: /^USW-[\w-]+ \d+\.\d+\.\d+\.\d+/ },
    ],
  },
  linuxModel('edge_switch_linux', 'EdgeSwitch (Linux agent)', 'SWITCH', /^Linux UBNT \d/),
  linuxModel(
    'unifi_ap',
    'UniFi access point',
    'SWITCH',
    /^(?:(?:UAP|U6|U7|E7|UAL6|UHDIW|UWB|U-LTE)(?:-[\w-]+)?|UK-Ultra) \d+\.\d+\.\d+/,
  ),
  linuxModel('unifi_gateway', 'UniFi gateway', 'ROUTER', /^Ubiquiti UniFi U[\w-]+ \d/),
  {
    key: 'ubnt_uisp_olt',
    name: 'Ubiquiti UISP Fiber OLT',
    type: 'OLT',
    family: linux,
    detect: { objectId: broadcom, descr: /^UISP Fiber OLT\b/ },
  },
  {
    key: 'ubnt_edge_router',
    name: 'Ubiquiti EdgeRouter',
    type: 'ROUTER',
    family: linux,
    detect: { objectId: `${ubiquiti}.1.5`, descr: /^Edge(?:OS|Router)/ },
  },
  {
    key: 'ubnt_airos',
    name: 'Ubiquiti airOS radio',
    type: 'SWITCH',
    family: linux,
    detect: { objectId: [frogfoot, `${ubiquiti}.1.4`] },
  },
  {
    key: 'ubnt_general',
    name: 'Ubiquiti device',
    type: 'SWITCH',
    family: linux,
    detect: { objectId: ubiquiti },
  },
]
