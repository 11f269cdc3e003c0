import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

/** Failures of this plugin that are not a device's (those are `DeviceError`s of the driver kit). */
export const errors = {
  EQUIPMENT_MODULE_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no module "{module}"; GET /system-switcher-core/modules names them all.',
  },
  EQUIPMENT_ARGUMENTS_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The arguments of module {module} are wrong: {what}.',
  },
  EQUIPMENT_ANSWER_ABSENT: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'No answer of {module} is stored for this device; ask it with from=device or from=cache.',
  },
  EQUIPMENT_ADDRESS_REFUSED: { type: 'VALIDATION_ERROR', message: 'Nothing is sent to {ip}: {reason}.' },
  EQUIPMENT_NETWORK_REFUSED: {
    type: 'VALIDATION_ERROR',
    message: 'The network {cidr} is not swept: {reason}.',
  },
  EQUIPMENT_CALL_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'The call log has no call {id}; it may be older than the log is kept.',
  },
  EQUIPMENT_CHANGE_SOURCE: {
    type: 'VALIDATION_ERROR',
    message: '{module} changes the device; call it with from=device.',
  },
  EQUIPMENT_CHANGE_BY_GET: {
    type: 'NOT_ALLOWED',
    message: '{module} changes the device; call it with POST.',
  },
  EQUIPMENT_PERMISSION_MISSING: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'Calling {module} needs the permission {permission}.',
  },
  EQUIPMENT_NO_ROUTE: { type: 'UNAVAILABLE', message: 'This machine cannot send to {ip}: {reason}.' },
  EQUIPMENT_TRACEROUTE_MISSING: {
    type: 'NOT_SUPPORTED',
    message:
      'The program traceroute is not installed on the machine of the service; on Debian: apt install traceroute.',
  },
  EQUIPMENT_TRACEROUTE_FAILED: { type: 'UNAVAILABLE', message: 'traceroute to {ip} failed: {reason}.' },
  EQUIPMENT_OVERLOADED: {
    type: 'UNAVAILABLE',
    message:
      'Too many devices are being asked at once ({waiting} calls wait already); try again in a moment.',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
