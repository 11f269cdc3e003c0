import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  CORRELATION_OUTAGE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no outage {id}' },
  CORRELATION_ONE_NAME: {
    type: 'VALIDATION_ERROR',
    message: 'Name the customer by one of agreement, mac, ip, serial and interface_id',
  },
  CORRELATION_CUSTOMER_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'No port or ONU is known for the {what} "{value}". Search for the customer in another way',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
