import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  QR_GENERATOR_ADDRESS_UNKNOWN: {
    type: 'CONFLICT',
    message:
      'The address of the web panel is not configured, so a code would lead nowhere: set ' +
      'system.external_http_address, e.g. https://noc.example.net',
  },
  QR_GENERATOR_OBJECT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no {type} {id}' },
  QR_GENERATOR_SIZE_TOO_SMALL: {
    type: 'VALIDATION_ERROR',
    message:
      'The code of this link does not fit: increase the size to at least {minimum}, or reduce the margin ' +
      'or the error correction',
  },
  QR_GENERATOR_PAGE_TOO_SMALL: {
    type: 'VALIDATION_ERROR',
    message:
      'A code of {size} mm does not fit on a page of {width} × {height} mm with a margin of {margin} mm',
  },
  QR_GENERATOR_SHEET_TOO_LONG: {
    type: 'VALIDATION_ERROR',
    message: 'An SVG sheet has one page, and {most} codes of this size fit on it: request fewer, or a PDF',
  },
  QR_GENERATOR_BUSY: { type: 'UNAVAILABLE', message: 'Too many codes are being drawn: try again soon' },
  QR_GENERATOR_FAILED: {
    type: 'SERVER_ERROR',
    message: "The code could not be drawn. The service's log has the reason",
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
