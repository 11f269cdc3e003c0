import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  EVENTS_EVENT_RESOLVED: { type: 'CONFLICT', message: 'Event {id} was resolved by {by} at {time} already' },
  EVENTS_CONDITION_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message:
      'No running plugin tells events of the name "{name}". GET /component/events/conditions lists them',
  },
  EVENTS_WINDOW_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no maintenance window {id} that you may see',
  },
  EVENTS_WINDOW_WRONG: { type: 'VALIDATION_ERROR', message: 'The maintenance window cannot be used: {what}' },
  EVENTS_WINDOW_FOREIGN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Name groups, devices or interfaces of your own groups: the window is about others',
  },
  EVENTS_STREAM_TOPIC: {
    type: 'VALIDATION_ERROR',
    message: 'There is no topic "{name}"; topics are {known}',
  },
  EVENTS_STREAM_ID: {
    type: 'VALIDATION_ERROR',
    message: '"{id}" is no id of this stream. Send the last one that you got, or none',
  },
  EVENTS_STREAMS_MANY: {
    type: 'UNAVAILABLE',
    message: 'This service has {most} open streams, which is the most. Try again later',
  },
  EVENTS_STREAMS_OF_USER: {
    type: 'TOO_MANY_REQUESTS',
    message: 'You have {most} open streams, which is the most. Close one first',
  },
  EVENTS_WINDOWS_MANY: {
    type: 'CONFLICT',
    message: 'There are {most} maintenance windows, which is the most. Remove old ones first',
  },
  EVENTS_EVENT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no event {id} that you may see' },
  EVENTS_RULES_INVALID: { type: 'VALIDATION_ERROR', message: 'The rules have {count} mistakes: see details' },
  EVENTS_RULES_CHANGED: {
    type: 'CONFLICT',
    message: 'The rules are version {version} now, and these are a change of version {base}: read them again',
  },
  EVENTS_RULES_VERSION_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no version {version} of the rules any more',
  },
  EVENTS_PREVIEW_BUSY: {
    type: 'TOO_MANY_REQUESTS',
    message: 'Another preview of a rule has not ended. Try again in some seconds',
  },
  EVENTS_PREVIEW_FAILED: { type: 'VALIDATION_ERROR', message: 'The rule cannot be evaluated: {what}' },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
