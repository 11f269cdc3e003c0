import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const vrpConsole = fromConsole({
  vendor: 'Huawei',
  parsers: parsers['vrp']!,
  ways: {
    ports: [['display interface brief', 'display interface description'], 'display interface'],
    fdb: [{ send: 'display mac-address', mac: 'display mac-address {fours}' }],
    arp: ['display arp all', 'display arp'],
    vlans: ['display vlan', 'display vlan brief', 'display vlan all'],
    lldp: ['display lldp neighbor'],
    system: ['display version'],
  },
})

/** sysDescr begins with the product, which the console names in the line of the uptime. */
export const vrpIdentity: ConsoleIdentity = {
  command: 'display version',
  is: /^Huawei Versatile Routing Platform Software|^VRP \(R\) software/im,
  descr: { pattern: /^(?:Quidway|HUAWEI) (?:CloudEngine )?(S\S+).* uptime is.*$/im, as: '$1' },
}
