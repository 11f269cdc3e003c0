import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  SWITCHES_NOTHING_ASKED: {
    type: 'VALIDATION_ERROR',
    message: 'Nothing is to be changed: give description, admin_state or admin_speed',
  },
  SWITCHES_PORT_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Say with "interface" on which port the action {action} of VLAN {id} is meant',
  },
  SWITCHES_FIELD_SUPERFLUOUS: {
    type: 'VALIDATION_ERROR',
    message: '"{field}" means nothing to the action {action}: leave it out',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
