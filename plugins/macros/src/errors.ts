import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'
import { templateErrors } from '@linecard/template-kit/control'

export const errors = {
  ...templateErrors,
  MACROS_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no macro {id} that your role may run' },
  MACROS_DOES_NOT_FIT: {
    type: 'NOT_SUPPORTED',
    message: 'The macro "{name}" is not for this place: {why}. Nothing was sent',
  },
  MACROS_ROLE_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'There is no role {ids}: choose roles that exist',
  },
  MACROS_NO_COMMANDS: {
    type: 'VALIDATION_ERROR',
    message: 'The macro "{name}" gave no command for these fields. Nothing was sent',
  },
  MACROS_RUN_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no run {id}' },
  MACROS_RUN_ENDED: { type: 'CONFLICT', message: 'Run {id} has ended already: it is {status}' },
  MACROS_TOO_MANY_RUNS: {
    type: 'TOO_MANY_REQUESTS',
    message: '{most} macros are running already. Try again in a moment; nothing was sent',
  },
  MACROS_COMMAND_REFUSED: {
    type: 'DEVICE_ERROR',
    message: 'Command {at} of {of} failed, and the rest was not sent: {error} (run {id})',
  },
  MACROS_NOT_COMPLETE: {
    type: 'DEVICE_ERROR',
    message:
      '{done} of {of} commands ran; the outcome of the next one is not known: {error} Look at the device ' +
      'before you try again (run {id})',
  },
  MACROS_CANCELLED: {
    type: 'CONFLICT',
    message: 'The run was cancelled after {at} of {of} commands; the rest was not sent (run {id})',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
