import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  unregistered_onts: {
    group: 'Registration of ONUs',
    label: 'Register ONUs',
    description: 'List unregistered ONUs; plan, register, move and replace ONUs',
  },
  unregistered_onts_preview: {
    group: 'Registration of ONUs',
    label: 'See the console of a registration',
    description: 'See rendered commands, and what the OLT answered to them',
  },
  unregistered_onts_config: {
    group: 'Registration of ONUs',
    label: 'Configure registrations',
    description: 'Write, change, import and remove registration templates',
  },
} as const satisfies Record<string, Permission>
