import type { Permission } from '@linecard/plugin-kit'

const group = 'Users'
export const permissions = {
  user_management: {
    group,
    label: 'Manage users',
    description: 'Create, change and delete users, roles and keys of others',
  },
  user_management_config_strict_ip: {
    group,
    label: 'Configure strict access by address',
    description: 'Set the addresses from which alone a user signs in',
  },
  user_display: {
    group,
    label: 'Display users',
    description: 'Read the lists of users, roles and permissions',
  },
  user_self_control: {
    group,
    label: 'Change own profile',
    description: 'Change own name, language, settings and password',
    default: true,
  },
  system_cross_auth_user: {
    group,
    label: 'Open sessions for other users',
    description: 'Make a session key for another user who holds no more than oneself, for billing systems',
  },
} as const satisfies Record<string, Permission>
