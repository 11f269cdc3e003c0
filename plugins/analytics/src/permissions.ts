import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  analytics: {
    group: 'Devices',
    label: 'See analytics',
    description: 'Tables, charts and widgets over all devices of the own groups, and their export',
  },
} as const satisfies Record<string, Permission>
