import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  INVENTORY_IP_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{ip}" is no IP address; write one IPv4 or IPv6 address without prefix or zone',
  },
  INVENTORY_MAC_INVALID: {
    type: 'VALIDATION_ERROR',
    message: '"{mac}" is no MAC address; write 12 hexadecimal digits, or nothing',
  },
  INVENTORY_REFERENCE_INVALID: { type: 'VALIDATION_ERROR', message: 'There is no {what} {id}' },
  INVENTORY_REFERENCE_AMBIGUOUS: {
    type: 'VALIDATION_ERROR',
    message: 'The fields {what}_id and {what}.id name different ones; only one of them is needed',
  },
  INVENTORY_ID_DIFFERS: { type: 'VALIDATION_ERROR', message: 'The id of the body is not the id of the path' },
  INVENTORY_ID_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Say which device is meant: id in the body, or in the path',
  },
  INVENTORY_DEVICE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no device {id}' },
  INVENTORY_DEVICE_EXISTS: { type: 'CONFLICT', message: 'A device with the address {ip} is already there' },
  INVENTORY_GROUP_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no device group {id}' },
  INVENTORY_GROUP_EXISTS: { type: 'CONFLICT', message: 'Another group is named "{name}"' },
  INVENTORY_GROUP_IN_USE: {
    type: 'CONFLICT',
    message: '{count} devices are in this group; move them to another group first',
  },
  INVENTORY_GROUP_DEFAULT: { type: 'CONFLICT', message: 'The default group cannot be deleted' },
  INVENTORY_GROUP_NEEDED: {
    type: 'VALIDATION_ERROR',
    message: 'You do not see the default group: say group_id, one of the groups you see',
  },
  INVENTORY_GROUPS_LIMITED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message: 'You see only some groups and could not see a new one; somebody who sees all groups must add it',
  },
  INVENTORY_MODEL_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no device model {id}' },
  INVENTORY_MODEL_EXISTS: { type: 'CONFLICT', message: 'Another model has the key "{key}"' },
  INVENTORY_MODEL_BUILT_IN: {
    type: 'CONFLICT',
    message: 'The model "{key}" comes from the driver {driver}: only params, pollers and icon can be changed',
  },
  INVENTORY_MODEL_IN_USE: {
    type: 'CONFLICT',
    message: '{count} devices have this model; give them another one first',
  },
  INVENTORY_ICON_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'The model {id} has no icon' },
  INVENTORY_ICON_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The icon is no PNG, JPEG or WebP picture in base64 of at most 256 KiB',
  },
  INVENTORY_ACCESS_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no access profile {id}' },
  INVENTORY_ACCESS_EXISTS: { type: 'CONFLICT', message: 'Another access profile is named "{name}"' },
  INVENTORY_ACCESS_IN_USE: {
    type: 'CONFLICT',
    message: '{count} devices are reached with this access profile; give them another one first',
  },
  INVENTORY_ACCESS_MISSING: {
    type: 'CONFLICT',
    message: 'The device {ip} has no access profile; set access_id',
  },
  INVENTORY_SNMP_USER_MISSING: {
    type: 'CONFLICT',
    message: 'The device {ip} is to be asked with SNMPv3, but its access profile has no snmp_v3 user',
  },
  INVENTORY_SNMP_KEY_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'The level {level} of SNMPv3 needs snmp_v3.{key}',
  },
  INVENTORY_CREDENTIALS_INVALID: {
    type: 'VALIDATION_ERROR',
    message:
      'In params.access there may be login, password, enable_password, public_community and private_community, as texts',
  },
  INVENTORY_CONNECTION_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'The value of params.sw_core_connection.{key} {what}',
  },
  INVENTORY_FILTER_INVALID: { type: 'VALIDATION_ERROR', message: 'These ONUs cannot be listed: {what}' },
  INVENTORY_INTERFACE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no interface {id}' },
  INVENTORY_INTERFACE_AMBIGUOUS: {
    type: 'VALIDATION_ERROR',
    message: '"{word}" means several interfaces of the device: say {several}',
  },
  INVENTORY_INTERFACE_EXISTS: {
    type: 'CONFLICT',
    message: 'The device has an interface with the bind key {key} already',
  },
  INVENTORY_INTERFACE_DEVICE_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Say on which device the interface is: device_id, or device with its id',
  },
  INVENTORY_INTERFACE_MOVED: {
    type: 'VALIDATION_ERROR',
    message: 'An interface stays on its device; remove it here and add it there',
  },
  INVENTORY_INTERFACE_FIELD_INVALID: { type: 'VALIDATION_ERROR', message: 'The field {field} {what}' },
  INVENTORY_SEARCH_EMPTY: {
    type: 'VALIDATION_ERROR',
    message:
      'Say what is searched for: device_id, device_ip, interface_name, interface_bind_key, ont_ident or mac_address',
  },
  INVENTORY_BILLING_LINK_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'billing_link is no address with http:// or https://',
  },
  INVENTORY_IMPORT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no import {id}' },
  INVENTORY_IMPORT_RUNNING: {
    type: 'CONFLICT',
    message: 'Your import {id} is still going on: wait for its end, or cancel it',
  },
  INVENTORY_IMPORT_BUSY: {
    type: 'UNAVAILABLE',
    message: '{count} imports are going on, which is as many as may be: try again when one has ended',
  },
  INVENTORY_IMPORT_NO_SPACE: {
    type: 'UNAVAILABLE',
    message: 'The disk is full, the file could not be taken: nothing was added',
  },
  INVENTORY_IMPORT_EMPTY: { type: 'VALIDATION_ERROR', message: 'The file has no line with a device' },
  INVENTORY_IMPORT_ENCODING: {
    type: 'VALIDATION_ERROR',
    message: 'The file is no text that can be read: {what}. Save it as CSV in UTF-8',
  },
  INVENTORY_IMPORT_UNREADABLE: {
    type: 'VALIDATION_ERROR',
    message: 'The file cannot be read as CSV: {what}',
  },
  INVENTORY_IMPORT_HEADINGS: {
    type: 'VALIDATION_ERROR',
    message: 'The headings of the file {what}; there are: {known}',
  },
  INVENTORY_IMPORT_TOO_MANY: {
    type: 'PAYLOAD_TOO_LARGE',
    message: 'The file has more than {most} lines: nothing was added, divide it',
  },
  INVENTORY_IMPORT_CANCELLED: {
    type: 'CONFLICT',
    message: 'The import was cancelled while its file arrived: nothing was added',
  },
  INVENTORY_IMPORT_STOPPED: {
    type: 'UNAVAILABLE',
    message: 'The service stopped before the import had ended; send the file again',
  },
  INVENTORY_IMPORT_LOST: {
    type: 'UNAVAILABLE',
    message: 'The process that imported has ended; send the file again, what was added is then known',
  },
  INVENTORY_IMPORT_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The import failed by a fault of the service. The reason is in its log under import {id}',
  },
  INVENTORY_ROW_CELLS: {
    type: 'VALIDATION_ERROR',
    message: 'The line has more cells than there are columns',
  },
  INVENTORY_ROW_IP: {
    type: 'VALIDATION_ERROR',
    message: 'The first cell, or that of "ip", is no IPv4 or IPv6 address',
  },
  INVENTORY_ROW_CELL: { type: 'VALIDATION_ERROR', message: 'The cell "{column}" {what}' },
  INVENTORY_ROW_MODEL: { type: 'VALIDATION_ERROR', message: 'There is no model with this key' },
  INVENTORY_ROW_ACCESS: { type: 'VALIDATION_ERROR', message: 'There is no access profile of this name' },
  INVENTORY_ROW_ACCESS_TWICE: {
    type: 'VALIDATION_ERROR',
    message: 'The line names an access profile and credentials; only one of them can be meant',
  },
  INVENTORY_ROW_ACCESS_MISSING: {
    type: 'VALIDATION_ERROR',
    message:
      'Without a model key the device must be asked, and there is no community and no access profile to ask it with',
  },
  INVENTORY_ROW_GROUP: { type: 'VALIDATION_ERROR', message: 'There is no device group of this name' },
  INVENTORY_ROW_TWICE: { type: 'CONFLICT', message: 'The address stands in line {line} already' },
  INVENTORY_ROW_KNOWN: { type: 'CONFLICT', message: 'A device with this address is already there' },
  INVENTORY_ROW_UNIDENTIFIED: {
    type: 'NOT_SUPPORTED',
    message: 'The device answers, but no driver knows its model; give the key of a model to add it unseen',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
