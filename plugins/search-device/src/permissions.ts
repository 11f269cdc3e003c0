import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  search_device: {
    group: 'Search',
    label: 'Search on devices',
    description: 'Ask many devices at once where a MAC or IP address is',
    default: true,
  },
} as const satisfies Record<string, Permission>
