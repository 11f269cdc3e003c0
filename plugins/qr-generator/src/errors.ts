import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  QR_GENERATOR_ADDRESS_UNKNOWN: {
    type: 'CONFLICT',
    message:
      'Nobody has said where the web panel is reached from outside, so a code would lead nowhere: set ' +
      'system.external_http_address, e.g. https://noc.example.net',
  },
  QR_GENERATOR_OBJECT_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no {type} {id}' },
  QR_GENERATOR_SIZE_TOO_SMALL: {
    type: 'VALIDATION_ERROR',
    message:
      'The code of this link does not fit: ask for a size of at least {minimum}, or for less margin or ' +
      'error correction',
  },
  QR_GENERATOR_PAGE_TOO_SMALL: {
    type: 'VALIDATION_ERROR',
    message: 'Not one code of {size} mm fits on a page of {width} × {height} mm with a margin of {margin} mm',
  },
  QR_GENERATOR_SHEET_TOO_LONG: {
    type: 'VALIDATION_ERROR',
    message:
      'An SVG sheet is one page, on which {most} codes of this size fit: ask for no more, or for a PDF',
  },
  QR_GENERATOR_BUSY: { type: 'UNAVAILABLE', message: 'Other codes are being drawn just now: try again soon' },
  QR_GENERATOR_FAILED: {
    type: 'SERVER_ERROR',
    message: "The code could not be drawn. The reason is in the service's log",
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
