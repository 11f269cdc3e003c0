import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  SWITCHES_NOTHING_ASKED: {
    type: 'VALIDATION_ERROR',
    message: 'There is nothing to change: give description, admin_state or admin_speed',
  },
  SWITCHES_PORT_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Name the port of the action {action} of VLAN {id} in "interface"',
  },
  SWITCHES_FIELD_SUPERFLUOUS: {
    type: 'VALIDATION_ERROR',
    message: 'The action {action} does not use "{field}": leave it out',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
