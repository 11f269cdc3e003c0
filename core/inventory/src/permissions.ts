import type { Permission } from '@linecard/plugin-kit'

const group = 'Devices'
export const permissions = {
  device_show: {
    group,
    label: 'Show devices',
    description: 'See devices, models, groups and interfaces, and ask devices',
    default: true,
  },
  device_management: {
    group,
    label: 'Manage devices',
    description: 'Add, change, detect and delete devices and models',
  },
  device_groups_management: {
    group,
    label: 'Manage device groups',
    description: 'Add, change and delete device groups',
  },
  device_access_management: {
    group,
    label: 'Manage device access',
    description: 'Read and change the credentials with which devices are reached',
  },
  device_iface_management: {
    group,
    label: 'Manage interfaces',
    description: 'Add, change and delete stored interfaces',
  },
} as const satisfies Record<string, Permission>
