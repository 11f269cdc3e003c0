import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const procurveConsole = fromConsole({
  vendor: 'HPE',
  parsers: parsers['procurve']!,
  ways: {
    ports: [['show interfaces brief', 'show interfaces status']],
    fdb: ['show mac-address'],
    arp: ['show arp'],
    vlans: ['show vlans'],
    lldp: ['show lldp info remote-device detail', 'show lldp info remote-device'],
    system: [['show system', 'walkMIB sysDescr']],
  },
})
export const cxConsole = fromConsole({
  vendor: 'HPE',
  parsers: parsers['aruba-cx']!,
  ways: { ports: ['show interface'], lldp: ['show lldp neighbor-info detail'], system: ['show system'] },
})
export const comwareConsole = fromConsole({
  vendor: 'HPE',
  parsers: parsers['comware']!,
  ways: {
    ports: ['display interface brief', 'display interface'],
    fdb: [{ send: 'display mac-address', mac: 'display mac-address {fours}' }],
    arp: ['display arp all', 'display arp'],
    vlans: ['display vlan all', 'display vlan brief'],
    lldp: [
      'display lldp neighbor-information verbose',
      'display lldp neighbor-information',
      'display lldp neighbor-information list',
    ],
    system: ['display version'],
  },
})

export const procurveIdentity: ConsoleIdentity = {
  command: 'walkMIB sysDescr',
  is: /^sysDescr/m,
  descr: { pattern: /^sysDescr\S*\s*=\s*([\s\S]+)/m, as: '$1' },
}
export const cxIdentity: ConsoleIdentity = {
  command: 'show system',
  is: /^(?:Aruba|AOS|ArubaOS)-CX Version\s+:/m,
  descr: { pattern: /^Product Name\s+:\s*(\S.*)$/m, as: '$1' },
}
export const comwareIdentity: ConsoleIdentity = {
  command: 'display version',
  is: /\bComware\b|^3Com OS\b/m,
  descr: { pattern: /^((?:3Com|H3C|HPE?)\b.* uptime is).*$/m, as: '$1' },
}
