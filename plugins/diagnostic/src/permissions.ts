import type { Permission } from '@linecard/plugin-kit'

const group = 'Diagnosis'
export const permissions = {
  diag_interface: {
    group,
    label: 'Diagnose interfaces',
    description: 'Ask a device for everything about one port or ONU, for billing systems and technicians',
    default: true,
  },
  diag_arp_ping: {
    group,
    label: 'ARP ping',
    description: 'Ask a router whether an address answers in its networks',
    default: true,
  },
  diag_icmp_ping: {
    group,
    label: 'ICMP ping',
    description: 'Ping addresses in the networks of the equipment',
    default: true,
  },
  diag_traceroute: {
    group,
    label: 'Traceroute',
    description: 'Trace the route to addresses in the networks of the equipment',
    default: true,
  },
} as const satisfies Record<string, Permission>
