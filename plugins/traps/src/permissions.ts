import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  traps_show: {
    group: 'Events',
    label: 'Show traps and syslog',
    description: 'Read what the devices of the own groups have told by SNMP traps and by syslog',
  },
} as const satisfies Record<string, Permission>
