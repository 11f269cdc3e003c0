import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const xosConsole = fromConsole({
  vendor: 'Extreme Networks',
  parsers: parsers['xos']!,
  ways: {
    ports: [['show ports information', 'show ports description'], 'show ports information detail'],
    fdb: [{ send: 'show fdb', mac: 'show fdb {colons}' }],
    arp: ['show iparp'],
  },
})

/** sysDescr: `ExtremeXOS (X450G2-24t-10G4) version …`. */
export const xosIdentity: ConsoleIdentity = {
  command: 'show switch',
  is: /^System Type:\s+\S+/m,
  descr: { pattern: /^System Type:\s+(\S+).*$/m, as: 'ExtremeXOS ($1)' },
}
