import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  SYSTEM_SWITCH_FORBIDDEN: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'To switch components on or off you need every permission and no limit to device groups',
  },
  SYSTEM_COMPONENT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no component "{key}"' },
  SYSTEM_COMPONENT_UNCONFIGURABLE: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'The component "{key}" has no settings',
  },
  SYSTEM_IMPORT_FOREIGN: {
    type: 'VALIDATION_ERROR',
    message: 'The file has the settings of "{component}", not of "{key}"',
  },
  SYSTEM_ACTION_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'The action log has no record {id}' },
  SYSTEM_ACTION_DECIDED: {
    type: 'CONFLICT',
    message: 'Record {id} is {status}: only an unknown outcome of a change of a device can be verified',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
