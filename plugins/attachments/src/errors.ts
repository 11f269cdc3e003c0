import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  ATTACHMENTS_FILE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no attachment {id}' },
  ATTACHMENTS_THUMBNAIL_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Attachment {id} is no picture, so it has no thumbnail',
  },
  ATTACHMENTS_OBJECT_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'What the file was to be attached to has been deleted meanwhile',
  },
  ATTACHMENTS_NOT_AN_ONU: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Interface {id} is no ONU: attach the file to it as interface',
  },
  ATTACHMENTS_OBJECT_TYPE_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Say with object_type what object_id is the id of',
  },
  ATTACHMENTS_FILE_EMPTY: { type: 'VALIDATION_ERROR', message: 'The file is empty' },
  ATTACHMENTS_TYPE_REFUSED: {
    type: 'VALIDATION_ERROR',
    message:
      'This file is {what}. Only PNG, JPEG, WebP and GIF pictures, PDF and plain text in UTF-8 are kept',
  },
  ATTACHMENTS_PDF_BROKEN: {
    type: 'VALIDATION_ERROR',
    message:
      'This is no clean PDF: it must begin with %PDF-, end with %%EOF and carry nothing behind that. Save it anew',
  },
  ATTACHMENTS_IMAGE_BROKEN: {
    type: 'VALIDATION_ERROR',
    message: 'The picture cannot be read to its end: it is damaged or was cut off',
  },
  ATTACHMENTS_IMAGE_TOO_LARGE: {
    type: 'PAYLOAD_TOO_LARGE',
    message: 'The picture has more than {limit} million pixels in all its frames: make it smaller',
  },
  ATTACHMENTS_OBJECT_FULL: {
    type: 'CONFLICT',
    message: 'This object has no room for the file: {limit} at most. Delete other files of it first',
  },
  ATTACHMENTS_QUOTA_FULL: {
    type: 'CONFLICT',
    message:
      'There is no room for the file: all attachments together may have {limit} MB. Delete some, or raise the setting quota_mb',
  },
  ATTACHMENTS_BUSY: {
    type: 'UNAVAILABLE',
    message: 'Too many files are being uploaded at the moment: try again',
  },
  ATTACHMENTS_STORAGE_FULL: {
    type: 'UNAVAILABLE',
    message:
      'The disk of the attachments is full. Nothing was kept of this file; those before are safe. The operator must make room',
  },
  ATTACHMENTS_STORAGE_FAILED: {
    type: 'UNAVAILABLE',
    message:
      'The storage of the attachments cannot be used at the moment. The log of the service has the reason',
  },
  ATTACHMENTS_FILE_LOST: {
    type: 'SERVER_ERROR',
    message: 'The storage no longer has the file of attachment {id}. The operator may have a backup',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
