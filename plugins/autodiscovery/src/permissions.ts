import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  autodiscovery_view: {
    group: 'Autodiscovery',
    label: 'Show autodiscovery',
    description: 'See the rules by which networks are searched for devices, the runs and what they found',
  },
} as const satisfies Record<string, Permission>

/**
 * Rules and runs add devices, with credentials of the installation: whoever may do that by hand may do it so.
 */
export const changing = 'device_management'
