import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  DIAGNOSTIC_INTERFACE_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message:
      'No interface "{name}" is stored of the device {device}: give its name or bind key as GET /device-interface/by-device lists it',
  },
  DIAGNOSTIC_IP_INVALID: { type: 'VALIDATION_ERROR', message: '"{ip}" is no IP address' },
  DIAGNOSTIC_TARGET_MISSING: { type: 'VALIDATION_ERROR', message: 'Say what to ask: either device_id or ip' },
  DIAGNOSTIC_ADDRESS_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message:
      'You see no device with the address {ip}; whoever is limited to device groups can only ask the devices of them',
  },
  DIAGNOSTIC_NO_ARP: {
    type: 'NOT_SUPPORTED',
    message: 'The device {ip} has no ARP table that Linecard can read: give a router or an L3 switch',
  },
  DIAGNOSTIC_TIME_OVER: {
    type: 'UNAVAILABLE',
    message: 'Not asked: the diagnosis took longer than {seconds} s',
  },
  DIAGNOSTIC_PART_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The service failed on this part; its log has the reason',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
