import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  device_iface_manage_marks: {
    group: 'Devices',
    label: 'Mark interfaces',
    description: 'Choose favourite interfaces, and set the tags that everybody sees',
  },
} as const satisfies Record<string, Permission>
