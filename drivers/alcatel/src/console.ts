import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole, radlanConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

/** AOS 8 has `mac-learning`, `alias` and `members`; AOS 6 the older words. */
export const aosConsole = fromConsole({
  vendor: 'Alcatel-Lucent',
  parsers: parsers['aos']!,
  ways: {
    ports: [['show interfaces alias', 'show interfaces port', 'show interfaces status'], 'show interfaces'],
    fdb: ['show mac-learning', 'show mac-address-table'],
    vlans: [['show vlan', 'show vlan members', 'show vlan port']],
    lldp: ['show lldp remote-system'],
    system: ['show system'],
  },
})
export const omnistackConsole = radlanConsole('Alcatel-Lucent')

export const aosIdentity: ConsoleIdentity = {
  command: 'show system',
  is: /^\s+Description:\s+.*\bOS\d{4}/m,
  descr: { pattern: /^\s+Description:\s+(.+?),?$/m, as: '$1' },
}
