import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

/** Errors of this plugin. Failures of a device are `DeviceError`s of the driver kit. */
export const errors = {
  EQUIPMENT_MODULE_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no module "{module}". GET /system-switcher-core/modules lists all modules.',
  },
  EQUIPMENT_ARGUMENTS_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The arguments of module {module} are wrong: {what}.',
  },
  EQUIPMENT_ANSWER_ABSENT: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'This device has no stored answer of {module}; call it with from=device or from=cache.',
  },
  EQUIPMENT_ADDRESS_REFUSED: { type: 'VALIDATION_ERROR', message: 'The address {ip} is refused: {reason}.' },
  EQUIPMENT_NETWORK_REFUSED: {
    type: 'VALIDATION_ERROR',
    message: 'The network {cidr} is refused: {reason}.',
  },
  EQUIPMENT_CALL_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'The call log has no call {id}. Old calls are removed.',
  },
  EQUIPMENT_CHANGE_SOURCE: {
    type: 'VALIDATION_ERROR',
    message: '{module} changes the device. Call it with from=device.',
  },
  EQUIPMENT_CHANGE_BY_GET: {
    type: 'NOT_ALLOWED',
    message: '{module} changes the device. Call it with POST.',
  },
  EQUIPMENT_CHANGE_UNRECORDED: {
    type: 'UNAVAILABLE',
    message: '{module} was not sent: the action log cannot be written, so nobody would know of the change.',
  },
  EQUIPMENT_DEVICE_HELD: {
    type: 'CONFLICT',
    message:
      'Nothing was sent: {who} holds the device for "{what}" since {since}. Try again when that is done.',
  },
  EQUIPMENT_HOLD_LOST: {
    type: 'CONFLICT',
    message:
      'Nothing was sent: this task does not hold the device any more. Its process was silent for so long ' +
      'that it was taken for ended. See what was done before, and begin again.',
  },
  EQUIPMENT_CANNOT_REVERT: {
    type: 'NOT_SUPPORTED',
    message: 'Devices of this model cannot undo a change by themselves.',
  },
  EQUIPMENT_REVERT_TIME: {
    type: 'VALIDATION_ERROR',
    message: 'This device undoes a change after {minutes} minutes at the latest.',
  },
  EQUIPMENT_GUARDED: {
    type: 'CONFLICT',
    message: 'Another change of this device waits for its confirmation. Try again when that is done.',
  },
  EQUIPMENT_GUARDED_SAVE: {
    type: 'CONFLICT',
    message:
      '{module} was not sent: it would save the configuration, and the device could not undo the change ' +
      'any more. Save it when the change is confirmed.',
  },
  EQUIPMENT_CHANGE_REVERTS: {
    type: 'DEVICE_ERROR',
    message:
      'The change was not confirmed: {reason} The device goes back by itself at {at} to the configuration ' +
      'of before.',
  },
  EQUIPMENT_CHANGE_REVERTED: {
    type: 'DEVICE_ERROR',
    message:
      'The device does not wait for the confirmation any more: the change took too long and is undone, or ' +
      'somebody else has ended the wait. Look at the device.',
  },
  EQUIPMENT_HOLD_UNKNOWN: {
    type: 'UNAVAILABLE',
    message: 'Nothing was sent: the database does not tell whether somebody holds the device.',
  },
  EQUIPMENT_PERMISSION_MISSING: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'A call of {module} needs the permission {permission}.',
  },
  EQUIPMENT_NO_ROUTE: { type: 'UNAVAILABLE', message: 'This machine cannot send to {ip}: {reason}.' },
  EQUIPMENT_TRACEROUTE_MISSING: {
    type: 'NOT_SUPPORTED',
    message:
      'The program traceroute is not installed on the machine of the service. ' +
      'On Debian: apt install traceroute.',
  },
  EQUIPMENT_TRACEROUTE_FAILED: { type: 'UNAVAILABLE', message: 'traceroute to {ip} failed: {reason}.' },
  EQUIPMENT_OVERLOADED: {
    type: 'UNAVAILABLE',
    message: 'Too many devices are asked at the same time ({waiting} calls wait). Try again in a moment.',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
