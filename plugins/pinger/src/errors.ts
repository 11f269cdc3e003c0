import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  PINGER_PERIOD_WRONG: {
    type: 'VALIDATION_ERROR',
    message: 'The period begins at {start} and ends at {end}: it must end after it begins',
  },
  PINGER_STEP_FINE: {
    type: 'VALIDATION_ERROR',
    message: 'A step of {step} s makes more than {most} points of this period: ask for at least {least} s',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
