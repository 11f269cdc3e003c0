export const conflictCodes = [
  'registered_here',
  'registered_elsewhere',
  'number_taken',
  'port_full',
  'refused',
  'name_used',
  'other_port',
  'config_lost',
] as const

/** What speaks against a registration. Errors forbid it; warnings are for the person who decides. */
export interface Conflict {
  code: (typeof conflictCodes)[number]
  severity: 'error' | 'warning'
  message: string
}
