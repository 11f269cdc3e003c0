import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

/** Errors of stored templates. A plugin with templates has them in its own table of errors. */
export const templateErrors = {
  TEMPLATE_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no template {id}' },
  TEMPLATE_VERSION_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'Template {id} has no version {version}: see its list of versions',
  },
  TEMPLATE_NAME_TAKEN: {
    type: 'CONFLICT',
    message: 'Another template has the name "{name}": choose another name',
  },
  TEMPLATE_GROUP_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'There is no device group {id}: choose groups that you see',
  },
  TEMPLATE_SHARED: {
    type: 'INSUFFICIENT_PRIVILEGES',
    message:
      'The template "{name}" is also of device groups that you do not see: somebody who sees them can ' +
      'change it, and you can copy it',
  },
  TEMPLATE_CHANGED: {
    type: 'CONFLICT',
    message: '{who} has saved version {version} meanwhile: read it, put your change into it, and save again',
  },
  TEMPLATE_MODULE_FAILED: {
    type: 'SERVER_ERROR',
    message: '{module}: the service failed on it. Its log has the reason',
  },
  TEMPLATE_PARAMS_WRONG: { type: 'VALIDATION_ERROR', message: 'A field is wrong: {what}' },
  TEMPLATE_INVALID: { type: 'VALIDATION_ERROR', message: 'The template is wrong: {what}' },
} as const satisfies ErrorTable

export const fail = errorsOf(templateErrors)
