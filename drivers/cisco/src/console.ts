import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole, radlanConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

const vendor = 'Cisco'
/** CDP is off, or nobody is heard by it. */
const noCdp = /^% ?CDP is not enabled|^Total (?:cdp )?entries displayed ?: ?0/im

/** A router has no `show interfaces status`; software before 12.2 wrote `mac-address-table`. */
export const iosConsole = fromConsole({
  vendor,
  parsers: parsers['ios']!,
  ways: {
    ports: [['show interfaces description', 'show interfaces status'], 'show interfaces'],
    fdb: [
      { send: 'show mac address-table', mac: 'show mac address-table address {dots}' },
      { send: 'show mac-address-table', mac: 'show mac-address-table address {dots}' },
    ],
    arp: ['show ip arp', 'show arp'],
    vlans: ['show vlan brief', 'show vlan-switch'],
    lldp: [
      { send: 'show lldp neighbors detail', none: /^% LLDP is not enabled/m },
      { send: 'show lldp neighbors', none: /^% LLDP is not enabled/m },
    ],
    system: ['show version'],
  },
  cdp: [{ send: 'show cdp neighbors detail', none: noCdp }],
  // The column of ports does not have the trunks.
  vlans: { members: 'access' },
})

export const nxOsConsole = fromConsole({
  vendor,
  parsers: parsers['nx-os']!,
  ways: {
    ports: [['show interface brief', 'show interface status', 'show interface description']],
    fdb: [{ send: 'show mac address-table', mac: 'show mac address-table address {dots}' }],
    arp: ['show ip arp vrf all', 'show ip arp'],
    vlans: ['show vlan brief'],
    lldp: ['show lldp neighbors detail', 'show lldp neighbors'],
    system: ['show version'],
  },
  cdp: [{ send: 'show cdp neighbors detail', none: noCdp }],
})
export const smallBusinessConsole = radlanConsole(vendor)

export const iosIdentity: ConsoleIdentity = {
  command: 'show version',
  is: /^(?:Cisco )?IOS(?:[ -]XE)? Software\b|^IOS \(tm\)|^(?:Cisco )?Internetwork Operating System Software/m,
}
export const iosXrIdentity: ConsoleIdentity = { command: 'show version', is: /^Cisco IOS XR Software\b/m }
/** sysDescr has `n5000` or `Nexus9000`; the console the name of the chassis. */
export const nxOsIdentity: readonly ConsoleIdentity[] = [
  {
    command: 'show version',
    is: /^\s*cisco Nexus ?9\d{3}/im,
    descr: { pattern: /cisco Nexus ?9\d{3}.*/i, as: 'Cisco NX-OS(tm) Nexus9000, Software' },
  },
  {
    command: 'show version',
    is: /^\s*cisco Nexus ?[3567]\d{3}/im,
    descr: { pattern: /cisco Nexus ?([3567])\d{3}.*/i, as: 'Cisco NX-OS(tm) n$1000, Software' },
  },
]
export const smallBusinessIdentity: ConsoleIdentity = {
  command: 'show system',
  is: /^System Description:\s+.*(?:\bS[FGX]E?\d{3,4}|\bCBS\d|Cisco|Catalyst)|^System Object ID:\s+1\.3\.6\.1\.4\.1\.9\./m,
  objectId: /^System Object ID:\s+\.?([\d.]+)$/m,
  descr: { pattern: /^System Description:\s+(.+)$/m, as: '$1' },
}
