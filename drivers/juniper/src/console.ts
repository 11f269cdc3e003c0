import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const junosConsole = fromConsole({
  vendor: 'Juniper',
  parsers: parsers['junos']!,
  ways: {
    ports: ['show interfaces'],
    arp: ['show arp no-resolve'],
    lldp: ['show lldp neighbors'],
    system: ['show version'],
  },
})

export const junosIdentity: ConsoleIdentity = {
  command: 'show version',
  is: /^Junos:|^JUNOS /m,
  descr: { pattern: /^Model: (\S+)/m, as: '$1' },
}
