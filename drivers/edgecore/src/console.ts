import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const switchConsole = fromConsole({
  vendor: 'Edge-Core',
  parsers: parsers['switch']!,
  ways: {
    ports: ['show interfaces status'],
    fdb: [{ send: 'show mac-address-table', mac: 'show mac-address-table address {hyphens}' }],
    arp: ['show arp'],
    vlans: ['show vlan'],
    lldp: ['show lldp info remote-device'],
    system: [['show system', 'show version']],
  },
})

export const switchIdentity: ConsoleIdentity = {
  command: 'show system',
  is: /^\s*System OID String\s*:\s*1\.3\.6\.1\.4\.1\.259\./m,
  objectId: /^\s*System OID String\s*:\s*\.?([\d.]+)$/m,
  descr: { pattern: /^\s*System Description\s*:\s*(.+)$/m, as: '$1' },
}
