import type { Permission } from '@linecard/plugin-kit'

export const permissions = {
  onu_history_reference: {
    group: 'OLTs',
    label: 'Set the reference of the light of ONUs',
    description: 'Say that the present light of ONUs is how it should be, for example after an acceptance',
  },
} as const satisfies Record<string, Permission>
