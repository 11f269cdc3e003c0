import type { Permission } from '@linecard/plugin-kit'

const group = 'RouterOS'

export const permissions = {
  router_os_info: {
    group,
    label: 'Info from RouterOS',
    description: 'Ask RouterOS for ARP, DHCP, address lists, queues, BGP, interfaces and VLANs',
    default: true,
  },
  router_os_static_arp: {
    group,
    label: 'Static ARP entries',
    description: 'Add and remove static ARP entries of a router',
  },
  router_os_static_lease: {
    group,
    label: 'Static DHCP leases',
    description: 'Add and remove static leases of a DHCP server',
  },
} as const satisfies Record<string, Permission>
