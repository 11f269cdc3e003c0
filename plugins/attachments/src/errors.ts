import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  ATTACHMENTS_FILE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no attachment {id}' },
  ATTACHMENTS_THUMBNAIL_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Attachment {id} is not a picture, so it has no preview',
  },
  ATTACHMENTS_OBJECT_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'The object that the file belongs to was deleted meanwhile',
  },
  ATTACHMENTS_NOT_AN_ONU: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Interface {id} is not an ONU. Attach the file with object_type interface',
  },
  ATTACHMENTS_OBJECT_TYPE_MISSING: {
    type: 'VALIDATION_ERROR',
    message: 'Set object_type: it tells what object_id means',
  },
  ATTACHMENTS_FILE_EMPTY: { type: 'VALIDATION_ERROR', message: 'The file is empty' },
  ATTACHMENTS_TYPE_REFUSED: {
    type: 'VALIDATION_ERROR',
    message:
      'This file is {what}. Only PNG, JPEG, WebP and GIF pictures, PDF and plain text in UTF-8 are accepted',
  },
  ATTACHMENTS_PDF_BROKEN: {
    type: 'VALIDATION_ERROR',
    message:
      'This is not a clean PDF. It must begin with %PDF- and end with %%EOF, with nothing after that. ' +
      'Save it again',
  },
  ATTACHMENTS_IMAGE_BROKEN: { type: 'VALIDATION_ERROR', message: 'The picture is damaged or cut off' },
  ATTACHMENTS_IMAGE_TOO_LARGE: {
    type: 'PAYLOAD_TOO_LARGE',
    message: 'The picture has more than {limit} million pixels in all its frames. Make it smaller',
  },
  ATTACHMENTS_OBJECT_FULL: {
    type: 'CONFLICT',
    message:
      'This object has no room for the file: it may have at most {limit}. Delete other files of it first',
  },
  ATTACHMENTS_QUOTA_FULL: {
    type: 'CONFLICT',
    message:
      'There is no room for the file: all attachments together may have at most {limit} MB. ' +
      'Delete some, or raise the setting quota_mb',
  },
  ATTACHMENTS_BUSY: {
    type: 'UNAVAILABLE',
    message: 'Too many files are being uploaded at the moment. Try again',
  },
  ATTACHMENTS_STORAGE_FULL: {
    type: 'UNAVAILABLE',
    message:
      'The disk of the attachments is full. This file was not stored; earlier files are safe. ' +
      'The operator must make room',
  },
  ATTACHMENTS_STORAGE_FAILED: {
    type: 'UNAVAILABLE',
    message:
      'The storage of the attachments does not work at the moment. The log of the service has the reason',
  },
  ATTACHMENTS_ENDPOINT_REFUSED: {
    type: 'UNAVAILABLE',
    message:
      'The storage of the attachments cannot be used: {what}. The operator must correct s3_endpoint, ' +
      'or allow private networks with s3_private_networks',
  },
  ATTACHMENTS_FILE_LOST: {
    type: 'SERVER_ERROR',
    message: 'The storage no longer has the file of attachment {id}. The operator may have a backup',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
