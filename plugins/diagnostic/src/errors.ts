import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  DIAGNOSTIC_INTERFACE_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message:
      'Device {device} has no stored interface "{name}". ' +
      'Give a name or bind key from GET /device-interface/by-device',
  },
  DIAGNOSTIC_IP_INVALID: { type: 'VALIDATION_ERROR', message: '"{ip}" is not an IP address' },
  DIAGNOSTIC_TARGET_MISSING: { type: 'VALIDATION_ERROR', message: 'Give either device_id or ip' },
  DIAGNOSTIC_ADDRESS_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message:
      'You see no device with the address {ip}. ' +
      'Users that are limited to device groups can only ask devices of these groups',
  },
  DIAGNOSTIC_NO_ARP: {
    type: 'NOT_SUPPORTED',
    message: 'Linecard cannot read an ARP table from the device {ip}. Give a router or an L3 switch',
  },
  DIAGNOSTIC_TIME_OVER: {
    type: 'UNAVAILABLE',
    message: 'Not asked: the diagnosis took longer than {seconds} s',
  },
  DIAGNOSTIC_PART_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The service failed on this part. Its log has the reason',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
