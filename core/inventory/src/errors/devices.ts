import type { ErrorTable } from '@linecard/plugin-kit'

export const deviceErrors = {
  INVENTORY_IP_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{ip}" is not an IP address. Write one IPv4 or IPv6 address without a prefix or a zone',
  },
  INVENTORY_DEVICE_WORD: {
    type: 'VALIDATION_ERROR',
    message: '"{word}" is neither the id of a device nor its IP address',
  },
  INVENTORY_MAC_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{mac}" is not a MAC address. Write 12 hexadecimal digits, or nothing',
  },
  INVENTORY_UNWANTED_INVALID: { type: 'VALIDATION_ERROR', message: 'params.{path} {what}' },
  INVENTORY_REFERENCE_INVALID: { type: 'VALIDATION_ERROR', message: 'There is no {what} {id}' },
  INVENTORY_REFERENCE_AMBIGUOUS: {
    type: 'VALIDATION_ERROR',
    message: 'The fields {what}_id and {what}.id are different. Send only one of them',
  },
  INVENTORY_ID_DIFFERS: { type: 'VALIDATION_ERROR', message: 'The id of the body is not the id of the path' },
  INVENTORY_ID_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'The id of the device is missing. Send it in the body or in the path',
  },
  INVENTORY_DEVICE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no device {id}' },
  INVENTORY_DEVICE_EXISTS: { type: 'CONFLICT', message: 'A device with the address {ip} already exists' },
  INVENTORY_GROUP_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no device group {id}' },
  INVENTORY_GROUP_EXISTS: { type: 'CONFLICT', message: 'Another group has the name "{name}"' },
  INVENTORY_GROUP_IN_USE: {
    type: 'CONFLICT',
    message: '{count} devices are in this group. Move them to another group first',
  },
  INVENTORY_GROUP_DEFAULT: { type: 'CONFLICT', message: 'The default group cannot be deleted' },
  INVENTORY_GROUP_NEEDED: {
    type: 'VALIDATION_ERROR',
    message: 'You do not see the default group. Set group_id to a group that you see',
  },
  INVENTORY_GROUPS_LIMITED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'You see only some groups, so you would not see a new group. A user who sees all groups must add it',
  },
  INVENTORY_NETWORKS_LIMITED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'You see only some groups, so you cannot change their networks. A user who sees all groups must do it',
  },
  INVENTORY_NETWORK_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{network}" is not a network. Write an IPv4 or IPv6 network as address/prefix',
  },
  INVENTORY_ADDRESS_OUTSIDE: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'The address {ip} is not in the networks of your groups, or not free. A user who sees all groups can' +
      ' add the networks of a group or the device',
  },
  INVENTORY_MODEL_SECRETS: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'The model "{key}" has credentials, and no device of your groups has it. A user who sees all groups' +
      ' must set it',
  },
  INVENTORY_MODEL_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no device model {id}' },
  INVENTORY_MODEL_EXISTS: { type: 'CONFLICT', message: 'Another model has the key "{key}"' },
  INVENTORY_MODEL_BUILT_IN: {
    type: 'CONFLICT',
    message:
      'The model "{key}" comes from the driver {driver}. Only its params, pollers and icon can be changed',
  },
  INVENTORY_MODEL_IN_USE: {
    type: 'CONFLICT',
    message: '{count} devices have this model. Give them another model first',
  },
  INVENTORY_ICON_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'The model {id} has no icon' },
  INVENTORY_ICON_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The icon is not a PNG, JPEG or WebP picture in base64 of at most 256 KiB',
  },
  INVENTORY_ACCESS_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no access profile {id}' },
  INVENTORY_ACCESS_EXISTS: { type: 'CONFLICT', message: 'Another access profile has the name "{name}"' },
  INVENTORY_ACCESS_IN_USE: {
    type: 'CONFLICT',
    message: '{count} devices use this access profile. Give them another profile first',
  },
  INVENTORY_ACCESS_SHARED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'The access profile "{name}" belongs also to groups that you do not see, or not to the group of the' +
      ' device. A user who sees these groups must do it',
  },
  INVENTORY_ACCESS_GROUPS: {
    type: 'CONFLICT',
    message:
      'Devices of the group {id} use this access profile, so it belongs to this group. Give them another' +
      ' profile first',
  },
  INVENTORY_ACCESS_MISSING: {
    type: 'CONFLICT',
    message: 'The device {ip} has no access profile. Set access_id',
  },
  INVENTORY_SNMP_USER_MISSING: {
    type: 'CONFLICT',
    message: 'The device {ip} uses SNMPv3, but its access profile has no snmp_v3 user',
  },
  INVENTORY_SNMP_KEY_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'The level {level} of SNMPv3 needs snmp_v3.{key}',
  },
  INVENTORY_CREDENTIALS_INVALID: {
    type: 'VALIDATION_ERROR',
    message:
      'params.access may contain login, password, enable_password, public_community and private_community' +
      ' as texts of one line, without control characters, of at most 256 characters',
  },
  INVENTORY_CONNECTION_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The value of params.sw_core_connection.{key} {what}',
  },
} as const satisfies ErrorTable
