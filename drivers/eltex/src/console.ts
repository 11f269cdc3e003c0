import type { ConsoleIdentity } from '@linecard/driver-kit'
import { radlanConsole } from '@linecard/driver-kit/builders'

export const mesConsole = radlanConsole('Eltex')

export const mesIdentity: ConsoleIdentity = {
  command: 'show system',
  is: /^System Description:\s+MES|^System Object ID:\s+1\.3\.6\.1\.4\.1\.35265\./m,
  objectId: /^System Object ID:\s+\.?([\d.]+)$/m,
  descr: { pattern: /^System Description:\s+(.+)$/m, as: '$1' },
}
