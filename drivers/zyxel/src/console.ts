import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const zynosConsole = fromConsole({
  vendor: 'Zyxel',
  parsers: parsers['zynos']!,
  ways: {
    ports: ['show interfaces *'],
    fdb: ['show mac address-table all'],
    arp: ['show ip arp'],
    // The list has the memberships, but not the names.
    vlans: [
      {
        send: 'show vlan {item}',
        items: { of: 'show vlan', each: /^\s*\d+\s+(?<item>\d{1,4})\s+(?:Static|Dynamic)\s/gm },
      },
    ],
    system: ['show system-information'],
  },
})

const product = { pattern: /^Product Model\s*:\s*(\S+).*$/m, as: '$1' }
export const zynosIdentity: ConsoleIdentity = {
  command: 'show system-information',
  is: /^Product Model\s*:[\s\S]*^ZyNOS F\/W Version\s*:\s*V?[4-9]\./m,
  descr: product,
}
/** ZyNOS 3. */
export const esIdentity: ConsoleIdentity = {
  command: 'show system-information',
  is: /^Product Model\s*:[\s\S]*^ZyNOS F\/W Version\s*:\s*V?3\./m,
  descr: product,
}
