import type { ErrorTable } from '@linecard/plugin-kit'

export const importErrors = {
  INVENTORY_IMPORT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no import {id}' },
  INVENTORY_IMPORT_RUNNING: {
    type: 'CONFLICT',
    message: 'Your import {id} is still running. Wait for its end, or cancel it',
  },
  INVENTORY_IMPORT_BUSY: {
    type: 'UNAVAILABLE',
    message: '{count} imports are running, which is the maximum. Try again when one has ended',
  },
  INVENTORY_IMPORT_NO_SPACE: {
    type: 'UNAVAILABLE',
    message: 'The disk is full, so the file could not be stored. Nothing was added',
  },
  INVENTORY_IMPORT_EMPTY: { type: 'VALIDATION_ERROR', message: 'The file has no line with a device' },
  INVENTORY_IMPORT_ENCODING: {
    type: 'VALIDATION_ERROR',
    message: 'The file is not a readable text: {what}. Save it as CSV in UTF-8',
  },
  INVENTORY_IMPORT_UNREADABLE: {
    type: 'VALIDATION_ERROR',
    message: 'The file cannot be read as CSV: {what}',
  },
  INVENTORY_IMPORT_HEADINGS: {
    type: 'VALIDATION_ERROR',
    message: 'The headings of the file {what}. Known headings: {known}',
  },
  INVENTORY_IMPORT_TOO_MANY: {
    type: 'PAYLOAD_TOO_LARGE',
    message: 'The file has more than {most} lines. Nothing was added. Divide the file',
  },
  INVENTORY_IMPORT_CANCELLED: {
    type: 'CONFLICT',
    message: 'The import was cancelled while its file was received. Nothing was added',
  },
  INVENTORY_IMPORT_STOPPED: {
    type: 'UNAVAILABLE',
    message: 'The service stopped while it received the file. Nothing was added. Send the file again',
  },
  INVENTORY_IMPORT_INTERRUPTED: {
    type: 'UNAVAILABLE',
    message:
      'The process of the import ended before the last line. The report says what was done. ' +
      'POST /device/import/{id}/resume goes on from there',
  },
  INVENTORY_IMPORT_ENDED: {
    type: 'CONFLICT',
    message: 'The import {id} is {status}. Only an interrupted import can be resumed',
  },
  INVENTORY_IMPORT_TAKEN: { type: 'CONFLICT', message: 'Another process has taken this import over' },
  INVENTORY_IMPORT_LOST: {
    type: 'UNAVAILABLE',
    message:
      'The process of the import ended and its file cannot be read again. Send the file again: ' +
      'added devices are then known',
  },
  INVENTORY_IMPORT_FAILED: {
    type: 'SERVER_ERROR',
    message: 'The import failed by a fault of the service. The log has the reason under import {id}',
  },
  INVENTORY_ROW_CELLS: {
    type: 'VALIDATION_ERROR',
    message: 'The line has more cells than there are columns',
  },
  INVENTORY_ROW_IP: {
    type: 'VALIDATION_ERROR',
    message: 'The first cell, or the cell "ip", is not an IPv4 or IPv6 address',
  },
  INVENTORY_ROW_CELL: { type: 'VALIDATION_ERROR', message: 'The cell "{column}" {what}' },
  INVENTORY_ROW_MODEL: { type: 'VALIDATION_ERROR', message: 'There is no model with this key' },
  INVENTORY_ROW_ACCESS: { type: 'VALIDATION_ERROR', message: 'There is no access profile with this name' },
  INVENTORY_ROW_ACCESS_TWICE: {
    type: 'VALIDATION_ERROR',
    message: 'The line has an access profile and credentials. Only one of them is allowed',
  },
  INVENTORY_ROW_ACCESS_MISSING: {
    type: 'VALIDATION_ERROR',
    message:
      'Without a model key the device must be asked, but the line has no community and no access' +
      ' profile',
  },
  INVENTORY_ROW_GROUP: { type: 'VALIDATION_ERROR', message: 'There is no device group with this name' },
  INVENTORY_ROW_TWICE: { type: 'CONFLICT', message: 'The address is already in line {line}' },
  INVENTORY_ROW_KNOWN: { type: 'CONFLICT', message: 'A device with this address already exists' },
  INVENTORY_ROW_UNIDENTIFIED: {
    type: 'NOT_SUPPORTED',
    message: 'The device answers, but no driver knows its model. Set a model key to add it without asking',
  },
} as const satisfies ErrorTable
