import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  ANALYTICS_PERIOD: {
    type: 'VALIDATION_ERROR',
    message: 'This period cannot be shown: {what}. Change start or stop',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
