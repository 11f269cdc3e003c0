import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  fdb_history_by_interface: {
    group: 'Devices',
    label: 'See where addresses have been',
    description: 'The history of MAC and IP addresses on ports and behind ONUs, and who had an address when',
  },
} as const satisfies Record<string, Permission>
