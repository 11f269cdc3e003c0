import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  FDB_HISTORY_MAC_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{mac}" is not a MAC address. Give 12 hexadecimal digits, in any notation',
  },
  FDB_HISTORY_IP_INVALID: { type: 'VALIDATION_ERROR', message: '"{ip}" is not an IP address' },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
