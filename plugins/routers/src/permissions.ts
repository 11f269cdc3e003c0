import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  routers_info: {
    group: 'Routers',
    label: 'Info from routers',
    description: 'Ask routers for ARP, networks, MAC addresses, interfaces, VLANs, load and BGP sessions',
    default: true,
  },
} as const satisfies Record<string, Permission>
