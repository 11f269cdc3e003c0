import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  OLTS_NOT_AN_ONU: {
    type: 'VALIDATION_ERROR',
    message: '{name} is not an ONU: give the id, bind key or name of an ONU',
  },
  OLTS_NEVER_READ: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Nothing is stored of this OLT: it was never read. Ask with from=device',
  },
  OLTS_PART_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The service failed on this part. Its log has the reason',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
