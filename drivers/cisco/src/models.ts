import type { Model } from '@linecard/driver-kit'

const cisco = '1.3.6.1.4.1.9'
/** ciscoProducts of CISCO-PRODUCTS-MIB. */
const products = `${cisco}.1`

export const models: readonly Model[] = [
  { key: 'cisco_general_switch', name: 'Cisco Switch (NX-OS)', type: 'SWITCH', family: 'nx-os', detect: [{ objectId: `${cisco}.12`, descr: /\bNX-OS\b/ }, { objectId: products, descr: /\bNX-OS\b/ }] },
  {
    key: 'cisco_general_switch_sg', name: 'Cisco Switch', type: 'SWITCH', family: 'small-business',
    detect: [
      { objectId: `${cisco}.6` },
      // Catalyst 1200 and 1300 are the same series under a new name; their numbers stand among those of IOS.
      { objectId: products, descr: /^Catalyst 1[23]00 Series/ },
    ],
  },
  { key: 'cisco_carrier_switch', name: 'Cisco ME1200, IE1000', type: 'SWITCH', family: 'standard', detect: { objectId: products, descr: /^(ME1200 GigaBit|IE1000 Industrial) Ethernet Switch/ } },
  { key: 'cisco_ios_xr', name: 'Cisco router (IOS XR)', type: 'ROUTER', family: 'ios-xr', detect: { objectId: products, descr: /Cisco IOS XR Software/ } },
  { key: 'cisco_ios', name: 'Cisco device (IOS, IOS XE)', type: 'L3', family: 'ios', detect: { objectId: cisco } },
]
