import type { ConsoleIdentity } from '@linecard/driver-kit'
import { fromConsole, radlanConsole } from '@linecard/driver-kit/builders'
import { parsers } from './parse.ts'

export const plusConsole = fromConsole({
  vendor: 'Allied Telesis',
  parsers: parsers['alliedware-plus']!,
  ways: {
    ports: ['show interface'],
    fdb: ['show mac address-table'],
    arp: ['show arp'],
    vlans: ['show vlan all'],
    system: ['show system'],
  },
})
export const at8000Console = radlanConsole('Allied Telesis')

export const plusIdentity: ConsoleIdentity = { command: 'show version', is: /^AlliedWare Plus/m }
