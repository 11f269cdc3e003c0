import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const oxidizedErrors = {
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

export const fail = errorsOf(oxidizedErrors)
