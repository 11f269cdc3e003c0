import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  olts_info: {
    group: 'OLTs',
    label: 'Info from OLTs',
    description: 'Ask OLTs for ONUs, ports, cards, resources, profiles and free numbers',
    default: true,
  },
} as const satisfies Record<string, Permission>
