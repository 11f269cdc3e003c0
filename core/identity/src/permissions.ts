import type { Permission } from '@linecard/plugin-kit'

const group = 'Users'
export const permissions = {
  user_management: {
    group,
    label: 'Manage users',
    description: 'Create, change and delete users, roles and keys of other users',
  },
  user_management_config_strict_ip: {
    group,
    label: 'Configure strict access by address',
    description: 'Limit the addresses from which a user can sign in',
  },
  user_display: {
    group,
    label: 'Display users',
    description: 'Read the lists of users, roles and permissions',
  },
  user_self_control: {
    group,
    label: 'Change own profile',
    description: 'Change the own name, language, settings and password',
    default: true,
  },
  system_cross_auth_user: {
    group,
    label: 'Open sessions for other users',
    description: 'Create a session key for another user who has no more permissions, for billing systems',
  },
} as const satisfies Record<string, Permission>
