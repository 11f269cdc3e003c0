import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  ONU_HISTORY_NOT_MEASURED: {
    type: 'CONFLICT',
    message: 'No good light of it is known for that time. Wait for a reading, or name another day',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
