import { bridge, fdbOfVlan } from '../mibs/bridge.ts'
import { catalyst, vtp } from '../mibs/cisco.ts'
import { powerEthernet } from '../mibs/poe.ts'
import { type SwitchModel, range } from './model.ts'

/**
 * Catalyst 2960-X with IOS 15: VLANs in CISCO-VTP-MIB, no Q-BRIDGE-MIB. GigabitEthernet1/0/n has ifIndex
 * 10100 + n.
 */
export const cisco = {
  'WS-C2960X-24PS-L': {
    vendor: 'cisco',
    name: 'WS-C2960X-24PS-L',
    sysObjectId: '1.3.6.1.4.1.9.1.1208',
    oui: [0x00, 0x1b, 0x54],
    firmware: '15.2(2)E7',
    hardware: 'V02',
    lldp: 5,
    sysDescr:
      'Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(2)E7, RELEASE SOFTWARE (fc3)',
    ports: range(1, 28).map(number => ({
      number,
      ifIndex: 10_100 + number,
      bridgePort: number,
      ifName: `Gi1/0/${number}`,
      ifDescr: `GigabitEthernet1/0/${number}`,
      ifType: 6,
      speedMbps: 1000,
      fiber: number > 24,
      ...(number > 24 ? {} : { poe: true as const }),
    })),
    management: { ifIndex: 1, ifName: 'Vl1', ifDescr: 'Vlan1', ifType: 53 },
    vlanRules: { vlanName: id => `VLAN${String(id).padStart(4, '0')}` },
    subtrees: state => [
      vtp(state),
      fdbOfVlan(state, 1),
      ...catalyst(state.seed),
      powerEthernet(state.ports, 370),
    ],
    // "SNMP Community String Indexing": `public@100`, and `vlan-100` of SNMPv3.
    contextSubtrees(state, name) {
      const vlan = Number(/^(?:@|vlan-)(\d{1,4})$/.exec(name)?.[1])
      return state.control?.vlans.some(({ id }) => id === vlan)
        ? [bridge(state), fdbOfVlan(state, vlan)]
        : undefined
    },
  },
} as const satisfies Record<string, SwitchModel>
