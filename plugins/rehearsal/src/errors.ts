import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  REHEARSAL_NO_COPY: {
    type: 'NOT_SUPPORTED',
    message:
      'No living copy can be made of {device} ({model}), so it cannot be rehearsed. There are copies of ' +
      'OLTs of {olts} and of switches of {switches}. A preview shows the commands without a device',
  },
  REHEARSAL_NEVER_READ: {
    type: 'CONFLICT',
    message:
      'Nothing is stored of {device}, so there is nothing to copy. ' +
      'Read it once with from=device, then rehearse',
  },
  REHEARSAL_NOTHING_NAMED: {
    type: 'VALIDATION_ERROR',
    message: 'Name what to rehearse: `macros` with the id of a macro, or `template` with an unsaved text',
  },
  REHEARSAL_BUSY: {
    type: 'UNAVAILABLE',
    message: '{limit} rehearsals are running already. Try again when one of them has ended',
  },
  REHEARSAL_TIME_LIMIT: {
    type: 'CONFLICT',
    message:
      'The rehearsal took more than {seconds} s and was ended. Nothing real was touched. Look for pauses ' +
      '(`<sleep …>`) and for questions that nobody answers, or raise the setting time_limit_sec',
  },
  REHEARSAL_STOPPED: {
    type: 'UNAVAILABLE',
    message: 'The service is stopping, and the copy has ended. Nothing real was touched. Try again',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
