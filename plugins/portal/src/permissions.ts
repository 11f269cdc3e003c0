import type { Permission } from '@linecard/plugin-kit'

export const permissions: Readonly<Record<string, Permission>> = {
  global_search: {
    label: 'Global search',
    description: 'Search over everything and see what stands near a place',
    group: 'System',
    default: true,
  },
}
