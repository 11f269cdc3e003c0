import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const zxr10Console = fromConsole({
  vendor: 'ZTE',
  parsers: parsers['zxr10']!,
  ways: {
    ports: ['show interface brief', 'show interface'],
    fdb: ['show mac table', 'show mac'],
    arp: ['show arp'],
    system: ['show version'],
  },
})

export const zxr10Identity: ConsoleIdentity = {
  command: 'show version',
  is: /^(?:ZTE )?ZXR10\b/m,
  descr: { pattern: /^(?:ZTE )?(ZXR10 [^\s,]+)/m, as: '$1' },
}
