import { errorsOf } from '@linecard/plugin-kit'

export const errors = {
  SPARES_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no spare part {id}' },
  SPARES_SERIAL_TAKEN: { type: 'CONFLICT', message: 'Another spare part has the serial number {serial}' },
} as const

export const fail = errorsOf(errors)
