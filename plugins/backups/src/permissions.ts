import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  backups_view: {
    group: 'Devices',
    label: 'See configurations of devices',
    description:
      'Stored configurations and their versions without secrets, what changed, and how the readings went',
  },
  backups_run: {
    group: 'Devices',
    label: 'Read configurations of devices now',
    description: 'Read devices out of their time, and accept or refuse a configuration that was held back',
  },
  backups_secrets: {
    group: 'Devices',
    label: 'See secrets in configurations',
    description:
      'Passwords, communities and keys in configurations and their differences. Each look is recorded',
  },
} as const satisfies Record<string, Permission>
