import { fdb } from '../mibs/bridge.ts'
import { vlans } from '../mibs/vlans.ts'
import { type SwitchModel, range } from './model.ts'

/** EX2200 with Junos 12.3: ge-0/0/n to subscribers, ge-0/1/n the uplinks. */
export const juniper = {
  'EX2200-24T-4G': {
    vendor: 'juniper',
    name: 'EX2200-24T-4G',
    sysObjectId: '1.3.6.1.4.1.2636.1.1.1.2.43',
    oui: [0x2c, 0x6b, 0xf5],
    firmware: '12.3R12.4',
    hardware: 'REV 01',
    lldp: 5,
    sysDescr: 'Juniper Networks, Inc. ex2200-24t-4g Ethernet Switch, kernel JUNOS 12.3R12.4',
    ports: range(1, 28).map(number => {
      const name = number > 24 ? `ge-0/1/${number - 25}` : `ge-0/0/${number - 1}`
      return {
        number,
        ifIndex: 500 + number,
        bridgePort: 512 + number,
        ifName: name,
        ifDescr: name,
        ifType: 6,
        speedMbps: 1000,
        fiber: number > 24,
      }
    }),
    management: { ifIndex: 33, ifName: 'me0', ifDescr: 'me0', ifType: 6 },
    vlanRules: { vlanName: id => `vlan${id}` },
    subtrees: state => [vlans(state), fdb(state)],
  },
} as const satisfies Record<string, SwitchModel>
