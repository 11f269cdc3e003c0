import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  device_iface_manage_marks: {
    group: 'Devices',
    label: 'Mark interfaces',
    description: 'Make interfaces favourites, and set the tags that everybody sees on them',
  },
} as const satisfies Record<string, Permission>
