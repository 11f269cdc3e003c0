import type { Permission } from '@linecard/plugin-kit'

export const permissions: Readonly<Record<string, Permission>> = {
  global_search: {
    label: 'Global search',
    description: 'Search in everything, and show what is near a place',
    group: 'System',
    default: true,
  },
}
