import type { ErrorTable } from '@linecard/plugin-kit'

export const interfaceErrors = {
  INVENTORY_FILTER_INVALID: { type: 'VALIDATION_ERROR', message: 'These ONUs cannot be listed: {what}' },
  INVENTORY_INTERFACE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no interface {id}' },
  INVENTORY_INTERFACE_AMBIGUOUS: {
    type: 'VALIDATION_ERROR',
    message: '"{word}" matches several interfaces of the device. Use {several}',
  },
  INVENTORY_INTERFACE_EXISTS: {
    type: 'CONFLICT',
    message: 'The device already has an interface with the bind key {key}',
  },
  INVENTORY_INTERFACE_DEVICE_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'The device of the interface is missing. Set device_id, or device with its id',
  },
  INVENTORY_INTERFACE_MOVED: {
    type: 'VALIDATION_ERROR',
    message: 'An interface cannot move to another device. Remove it here and add it there',
  },
  INVENTORY_INTERFACE_FIELD_INVALID: { type: 'VALIDATION_ERROR', message: 'The field {field} {what}' },
  INVENTORY_SEARCH_EMPTY: {
    type: 'VALIDATION_ERROR',
    message:
      'A search needs device_id, device_ip, interface_name, interface_bind_key, ont_ident or' +
      ' mac_address',
  },
  INVENTORY_BILLING_LINK_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'billing_link is not an address with http:// or https://',
  },
} as const satisfies ErrorTable
