import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole, radlanConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

const vendor = 'Dell'

export const nSeriesConsole = fromConsole({
  vendor,
  parsers: parsers['n-series']!,
  ways: {
    fdb: ['show mac address-table', 'show bridge address-table'],
    arp: ['show arp'],
    lldp: ['show lldp remote-device all'],
  },
})
export const os9Console = fromConsole({
  vendor,
  parsers: parsers['networking-os']!,
  ways: { arp: ['show arp'], vlans: [['show vlan', 'show vlan brief']] },
})
export const powerConnectConsole = radlanConsole(vendor)

export const powerConnectIdentity: ConsoleIdentity = {
  command: 'show system',
  is: /^System Type:\s+PowerConnect|^System Object ID:\s+1\.3\.6\.1\.4\.1\.674\./m,
  objectId: /^System Object ID:\s+\.?([\d.]+)$/m,
  descr: { pattern: /^System Type:\s+(.+)$/m, as: '$1' },
}
