import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'
import { oxidizedErrors } from './oxidized/errors.ts'
import { searchErrors } from './search/errors.ts'

export const errors = {
  ...searchErrors,
  ...oxidizedErrors,
  BACKUPS_NONE: { type: 'RESOURCE_NOT_FOUND', message: 'No configuration of this device is stored yet' },
  BACKUPS_VERSION_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'This device has no version {id}' },
  BACKUPS_RUN_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no run {id}' },
  BACKUPS_NOTHING_HELD: { type: 'CONFLICT', message: 'No configuration of this device is held back' },
  BACKUPS_NOT_READABLE: {
    type: 'NOT_SUPPORTED',
    message: 'No way is known in which this device tells its configuration: {why}',
  },
  BACKUPS_NO_DEVICES: { type: 'VALIDATION_ERROR', message: 'None of these devices can be read' },
  BACKUPS_TOO_LONG: {
    type: 'PAYLOAD_TOO_LARGE',
    message:
      'The configuration has {octets} octets; longer ones than {limit} are answered as format=text only',
  },
  BACKUPS_DIFF_TOO_LONG: {
    type: 'PAYLOAD_TOO_LARGE',
    message: 'Configurations of more than {limit} octets are not compared',
  },
  BACKUPS_DIFF_TOO_DIFFERENT: {
    type: 'PAYLOAD_TOO_LARGE',
    message: 'The two configurations have too little in common: comparing them took more than {seconds} s',
  },
  BACKUPS_CUT_SHORT: {
    type: 'DEVICE_ERROR',
    message: 'The configuration ended without its last line: it was cut short and is not stored',
  },
  BACKUPS_EMPTY: {
    type: 'DEVICE_ERROR',
    message: 'The device gave an empty configuration; it is not stored',
  },
  BACKUPS_HELD: {
    type: 'DEVICE_ERROR',
    message:
      'It has {lines} lines, {before} before: held back until a second reading, or a person, confirms it',
  },
  BACKUPS_DEVICE_DOWN: { type: 'DEVICE_ERROR', message: 'The device is down and was not asked' },
  BACKUPS_DEVICE_GONE: { type: 'DEVICE_ERROR', message: 'The device was switched off or removed meanwhile' },
  BACKUPS_TOO_SLOW: { type: 'DEVICE_ERROR', message: 'The reading took more than {seconds} s' },
  BACKUPS_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The configuration could not be read or stored: see the log',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
