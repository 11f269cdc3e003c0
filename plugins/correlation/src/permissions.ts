import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  correlation_show: {
    group: 'Events',
    label: 'See outages and their causes',
    description:
      'Fibre cuts, power losses and other outages, and whether a customer alone is without service',
  },
} as const satisfies Record<string, Permission>
