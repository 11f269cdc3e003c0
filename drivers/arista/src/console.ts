import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const eosConsole = fromConsole({
  vendor: 'Arista',
  parsers: parsers['eos']!,
  ways: {
    ports: [['show interfaces status', 'show interfaces']],
    fdb: [{ send: 'show mac address-table', mac: 'show mac address-table address {dots}' }],
    arp: ['show ip arp'],
    vlans: ['show vlan'],
    lldp: ['show lldp neighbors'],
    system: ['show version'],
  },
})

export const eosIdentity: ConsoleIdentity = { command: 'show version', is: /^Arista \S+/m }
