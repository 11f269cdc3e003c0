import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

const vendor = 'Ubiquiti'

export const edgeSwitchConsole = fromConsole({
  vendor,
  parsers: parsers['edge-switch']!,
  ways: {
    ports: ['show port all'],
    system: ['show version'],
    fdb: [{ send: 'show mac-addr-table', mac: 'show mac-addr-table {colons}' }],
    arp: ['show arp'],
  },
})
export const edgeOsConsole = fromConsole({
  vendor,
  parsers: parsers['linux']!,
  ways: { ports: ['show interfaces'], arp: ['show arp'] },
})

export const edgeSwitchIdentity: ConsoleIdentity = {
  command: 'show version',
  is: /^System Description\.+ *Edge(?:Switch|Point)/m,
  descr: { pattern: /^System Description\.+ *(\S.*)$/m, as: '$1' },
}
export const edgeOsIdentity: ConsoleIdentity = {
  command: 'show version',
  is: /^HW model:\s+Edge/m,
  descr: { pattern: /^HW model:\s+(Edge.*)$/m, as: '$1' },
}
