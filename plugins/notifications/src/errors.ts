import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  NOTIFICATIONS_CONTACT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no contact with id {id}' },
  NOTIFICATIONS_CONTACT_EXISTS: {
    type: 'CONFLICT',
    message: 'This user has this contact already: change it instead',
  },
  NOTIFICATIONS_CONTACTS_FULL: {
    type: 'CONFLICT',
    message: 'A user may have {most} contacts: remove one first',
  },
  NOTIFICATIONS_USER_UNKNOWN: { type: 'VALIDATION_ERROR', message: 'There is no active user with id {id}' },
  NOTIFICATIONS_USER_BEYOND: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'User {id} has permissions or sees device groups that you do not have, and messages tell of them: ' +
      'somebody who has them can add this contact',
  },
  NOTIFICATIONS_CHANNEL_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'There is no channel "{type}". Channels are {known}',
  },
  NOTIFICATIONS_VALUE_INVALID: { type: 'VALIDATION_ERROR', message: '"{value}" cannot be used: {why}' },
  NOTIFICATIONS_TIME_ZONE_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'There is no time zone "{zone}". Give a name such as Europe/Kyiv',
  },
  NOTIFICATIONS_RULE_TWICE: { type: 'VALIDATION_ERROR', message: 'The rule "{name}" is in the list twice' },
  NOTIFICATIONS_EVENT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no event with id {id}' },
  NOTIFICATIONS_TEMPLATE_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no template "{kind}" of a channel "{channel}"',
  },
  NOTIFICATIONS_DELIVERY_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no delivery with id {id}',
  },
  NOTIFICATIONS_DELIVERY_STATE: {
    type: 'CONFLICT',
    message: 'The delivery is {state}: only a failed or cancelled one can be sent again',
  },
  NOTIFICATIONS_CHANNEL_UNREADY: { type: 'CONFLICT', message: 'This channel cannot be used yet. {why}' },
  NOTIFICATIONS_CONTACT_BUSY: {
    type: 'CONFLICT',
    message: 'A message is being sent to this contact. Try again in a minute',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
