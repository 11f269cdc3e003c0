import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
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
  BACKUPS_SEARCH_PATTERN: { type: 'VALIDATION_ERROR', message: 'The pattern is wrong: {problem}' },
  BACKUPS_SEARCH_BROAD: {
    type: 'VALIDATION_ERROR',
    message: 'More than {most} different lines may fit. Search for more of the line',
  },
  BACKUPS_FEED_OFF: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'The list of devices for Oxidized is off: see the setting backups.oxidized_feed',
  },
  BACKUPS_FEED_REFUSED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'This list has passwords: only addresses of identity.trusted_networks get it, without a key',
  },
  BACKUPS_OXIDIZED_UNSET: {
    type: 'CONFLICT',
    message: 'No Oxidized is configured: see the setting backups.oxidized_url',
  },
  BACKUPS_OXIDIZED_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Oxidized has no such configuration of "{node}"',
  },
  BACKUPS_OXIDIZED_AWAY: {
    type: 'UNAVAILABLE',
    message: 'Oxidized does not answer: {what}. Try again later',
  },
  BACKUPS_OXIDIZED_ANSWER: {
    type: 'UNAVAILABLE',
    message: 'Oxidized answered with something that cannot be read: {what}',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
