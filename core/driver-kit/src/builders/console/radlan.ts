import { radlanParsers } from '../../cli/parse/index.ts'
import type { Implementation } from '../../contract/implementation.ts'
import { fromConsole } from './index.ts'

/** The modules of RADLAN's console: Cisco's small series, Eltex MES, PowerConnect, OmniStack LS, AT-8000. */
export const radlanConsole = (vendor: string): Implementation[] =>
  fromConsole({
    vendor,
    parsers: radlanParsers,
    ways: {
      ports: [['show interfaces status', 'show interfaces description'], 'show interfaces'],
      fdb: [
        { send: 'show mac address-table', mac: 'show mac address-table address {colons}' },
        'show bridge address-table',
      ],
      arp: ['show arp'],
      vlans: ['show vlan'],
      lldp: ['show lldp neighbors'],
      system: [['show system', 'show version', 'show bootvar', 'show system id']],
    },
  })
