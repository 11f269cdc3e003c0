import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

const vendor = 'D-Link'

/** The web-managed series has no `show fdb` for all ports; the DES-1210 shows ARP only in `debug info`. */
export const managedConsole = fromConsole({
  vendor,
  parsers: parsers['managed']!,
  ways: {
    ports: ['show ports', 'show ports all'],
    fdb: [
      { send: 'show fdb', mac: 'show fdb mac_address {hyphens}' },
      [{ send: 'show fdb port {item}', items: 'ports' }, 'show smac'],
    ],
    arp: ['show arpentry', 'debug info'],
    vlans: ['show vlan'],
    lldp: ['show lldp remote_ports mode normal', 'show lldp remote_ports'],
    system: ['show switch'],
  },
})
export const smartConsole = fromConsole({
  vendor,
  parsers: parsers['smart']!,
  ways: {
    ports: ['show interfaces status'],
    fdb: ['show mac-address-table', 'show mac address-table'],
    arp: ['show arp'],
    lldp: ['show lldp neighbor-information'],
  },
})

/** `DES-3200-28` and `C1` stand in two lines; a name has both. */
export const managedIdentity: ConsoleIdentity = {
  command: 'show switch',
  is: /^(?:Device Type|Product Name)\s*:\s*D[EGX]S-/m,
  descr: {
    pattern: /^(?:Device Type|Product Name)\s*:\s*(\S+)[^\n]*(?:[\s\S]*?^Hardware Version\s*:\s*(\w+))?/m,
    as: '$1/$2',
  },
}
export const smartIdentity: ConsoleIdentity = {
  command: 'show version',
  is: /^\s*\d+\s+DGS-1\d{3}\S*\s+H\/W:/m,
  descr: { pattern: /^\s*\d+\s+(DGS-1\S+)\s+H\/W:/m, as: '$1' },
}
