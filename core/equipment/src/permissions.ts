import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  log_switcher_core_actions: { label: 'Show device calling logs', description: 'Read who asked which device for what, and list all modules', group: 'Logs' },
} as const satisfies Record<string, Permission>
