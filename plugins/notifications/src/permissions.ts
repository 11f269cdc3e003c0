import type { Permission } from '@linecard/plugin-kit'

const group = 'Notifications'

export const permissions = {
  notifications_full_access: {
    group,
    label: 'Configure notifications',
    description: 'Rules and templates, and the log of all deliveries',
  },
  notifications_configure_contacts: {
    group,
    label: "Configure others' contacts",
    description: 'See, add, change, test and remove the contacts of users who have no right beyond your own',
  },
  notifications_send_global_notify: {
    group,
    label: 'Send a message to everybody',
    description: 'To all contacts that take notifications',
  },
  notifications_configure_self_contacts: {
    group,
    label: 'Configure own contacts',
    description: 'See, add, change, test and remove the own contacts, and see what was sent to them',
    default: true,
  },
} as const satisfies Record<string, Permission>
