import type { Model } from '@linecard/driver-kit'
import { device, iosXr, nxOs, standard } from '../families/index.ts'
import { resources } from '../resources.ts'
import { cisco, iosModels, products } from './ios.ts'
import { smallBusinessModels } from './small-business.ts'

/** Enterprise of Airespace. Its controllers became the first wireless controllers of Cisco. */
const airespace = '1.3.6.1.4.1.14179'

/** cevChassis of Nexus and MDS. */
const chassis = `${cisco}.12.3.1.3`

const nexus = (key: string, name: string, descr: RegExp): Model => ({
  key: `cisco_${key}`,
  name: `Cisco ${name}`,
  type: 'SWITCH',
  family: nxOs,
  detect: [
    { objectId: [`${cisco}.12`, chassis], descr },
    { objectId: products, descr },
  ],
})
const xrRouter = (key: string, name: string, descr: RegExp): Model => ({
  key: `cisco_${key}`,
  name: `Cisco ${name}`,
  type: 'ROUTER',
  family: iosXr,
  detect: { objectId: products, descr },
})
const other = (key: string, name: string, type: Model['type'], descr: RegExp): Model => ({
  key: `cisco_${key}`,
  name: `Cisco ${name}`,
  type,
  family: standard,
  detect: { objectId: products, descr },
})

/** Not a device of the network: what it is, and nothing that is typed. */
const claimless = (key: string, name: string, type: Model['type'], descr: RegExp): Model => ({
  ...other(key, name, type, descr),
  family: device,
  detect: { objectId: cisco, descr },
})

export const models: readonly Model[] = [
  {
    ...nexus('general_switch', 'Switch (NX-OS)', /\bNX-OS\b/),
    // The number decides, whatever an operator wrote.
    detect: [
      { objectId: [`${cisco}.12`, chassis], descr: /\bNX-OS\b/ },
      { objectId: products, descr: /\bNX-OS\b/ },
      { objectId: chassis },
    ],
  },
  nexus('nexus_3000', 'Nexus 3000', /\bNX-OS\(tm\) n3000\b/),
  nexus('nexus_5000', 'Nexus 5000, 6000', /\bNX-OS\(tm\) n[56]000\b/),
  nexus('nexus_7000', 'Nexus 7000', /\bNX-OS\(tm\) n7[07]00\b/),
  nexus('nexus_9000', 'Nexus 9000', /\bNX-OS\(tm\) Nexus9000\b/),
  ...smallBusinessModels,
  other('carrier_switch', 'ME1200, IE1000', 'SWITCH', /^(ME1200 GigaBit|IE1000 Industrial) Ethernet Switch/),
  {
    ...other(
      'asa',
      'ASA firewall',
      'FIREWALL',
      /^Cisco (?:Adaptive Security Appliance|PIX Security Appliance|Firepower)\b/,
    ),
    modules: [resources()],
  },
  {
    ...other('wlc', 'wireless controller', 'CONTROLLER', /^Cisco Controller\b/),
    detect: [{ objectId: products, descr: /^Cisco Controller\b/ }, { objectId: airespace }],
  },
  claimless(
    'cimc',
    'Integrated Management Controller',
    'SERVER',
    /\b(?:CIMC|Integrated Management Controller)\b/,
  ),
  claimless('ise', 'Identity Services Engine', 'SERVER', /\bIdentity Services Engine\b/),
  claimless('cucm', 'Unified Communications Manager', 'SERVER', /\b(?:UCOS|Unified Communications)\b/),
  claimless(
    'acs',
    'Secure ACS',
    'SERVER',
    /\b(?:Secure Access Control|Secure ACS|Application Deployment Engine)\b/,
  ),
  claimless('waas', 'WAAS', 'SERVER', /\b(?:WAAS|Wide Area Application Services)\b/),
  claimless('apic', 'APIC', 'CONTROLLER', /\bAPIC\b/),
  { key: 'cisco_device', name: 'Cisco device', type: 'SWITCH', family: device, detect: { objectId: cisco } },
  xrRouter('ios_xr', 'router (IOS XR)', /Cisco IOS XR Software/),
  xrRouter('asr9000', 'ASR 9000', /Cisco IOS XR Software \((?:Cisco )?ASR9K\b/),
  xrRouter('ncs540', 'NCS 540', /Cisco IOS XR Software \(NCS-?540/),
  xrRouter('ncs5500', 'NCS 5500', /Cisco IOS XR Software \(NCS-?5500\b/),
  ...iosModels,
]
