import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  macros_execute: {
    group: 'Macros',
    label: 'List and execute macros',
    description: 'List the macros that a role may run, see their variables, run them on devices',
  },
  macros_edit: {
    group: 'Macros',
    label: 'Configure macros',
    description: 'Write, change, import and remove macros, and see their former versions',
  },
} as const satisfies Record<string, Permission>
