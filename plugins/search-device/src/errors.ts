import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  SEARCH_DEVICE_MAC_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{mac}" is not a MAC address. Give 12 hexadecimal digits, in any notation',
  },
  SEARCH_DEVICE_IP_INVALID: { type: 'VALIDATION_ERROR', message: '"{ip}" is not an IP address' },
  SEARCH_DEVICE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'You see no device {device}' },
  SEARCH_DEVICE_BUSY: { type: 'UNAVAILABLE', message: '{count} searches are running. Try again in a moment' },
  SEARCH_DEVICE_TIME_OVER: { type: 'UNAVAILABLE', message: 'The search took longer than {seconds} s' },
  SEARCH_DEVICE_DOWN: {
    type: 'UNAVAILABLE',
    message: 'It does not answer since {since}. Send the header X-Insist: true to ask it all the same',
  },
  SEARCH_DEVICE_NOT_REACHED: { type: 'UNAVAILABLE', message: 'The time was over before it was asked' },
  SEARCH_DEVICE_TOO_MANY: { type: 'UNAVAILABLE', message: 'One search asks {most} devices at most' },
  SEARCH_DEVICE_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The service failed on this device. Its log has the reason',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
