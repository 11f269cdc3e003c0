import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  LINKS_LINK_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no link {id} between two devices that you see',
  },
  LINKS_SAME_DEVICE: { type: 'VALIDATION_ERROR', message: 'A link joins two devices, not one with itself' },
  LINKS_PORT_FOREIGN: {
    type: 'VALIDATION_ERROR',
    message: 'Interface {port} does not belong to device {device}',
  },
  LINKS_EXISTS: { type: 'CONFLICT', message: 'Link {id} has the same ends already' },
  LINKS_NOT_FOUND_BY_SCAN: {
    type: 'CONFLICT',
    message: 'Link {id} was drawn by a person: there is nothing to decide. Remove it instead',
  },
  LINKS_MANY: { type: 'CONFLICT', message: 'There are {most} links, which is the most' },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
