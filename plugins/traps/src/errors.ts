import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  TRAPS_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no trap {id}: it was removed by its age, or is of a device that you do not see',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
