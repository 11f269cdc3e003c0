import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  log_switcher_core_actions: {
    label: 'Show device calling logs',
    description: 'Read who asked which device for what, and list all modules',
    group: 'Logs',
  },
  console_execute: {
    label: 'Type on consoles',
    description: 'Run any command on the console of a device',
    group: 'Equipment',
  },
  sensors_control: {
    label: 'Control sensor units',
    description: 'Switch relays and lines of sensor units, and name them',
    group: 'Equipment',
  },
} as const satisfies Record<string, Permission>
