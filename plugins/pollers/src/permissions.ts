import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  log_poller: {
    group: 'System',
    label: 'Log of polls',
    description: 'See which pollers there are, and how polls of devices went',
  },
  poller_info_by_device: {
    group: 'Devices',
    label: 'Pollers of a device',
    description: 'See when a device is polled, and how its last poll went',
    default: true,
  },
  run_poller_by_device: {
    group: 'Devices',
    label: 'Poll a device now',
    description: 'Poll a device at once, outside of its intervals',
  },
} as const satisfies Record<string, Permission>
