import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  POLLERS_UNKNOWN: { type: 'VALIDATION_ERROR', message: 'There is no poller "{key}" for this device' },
  POLLERS_NOT_ASKED: {
    type: 'CONFLICT',
    message: 'The device {ip} is off, or has no access profile or no model that can be asked',
  },
  POLLERS_RUN_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no poll {id}' },
  POLLERS_RUNS_FULL: { type: 'CONFLICT', message: '{most} polls of this device wait already' },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
