import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'
import { templateErrors } from '@linecard/template-kit/control'

export const errors = {
  ...templateErrors,
  ONTS_REGISTRATION_NOT_WAITING: {
    type: 'RESOURCE_NOT_FOUND',
    message:
      '{ident} is not among the unregistered ONUs of {device}: see that it is powered and connected, ' +
      'and list them with from=device',
  },
  ONTS_REGISTRATION_PORT_UNKNOWN: {
    type: 'CONFLICT',
    message: '{device} does not tell on which PON port {ident} is: nothing can be planned',
  },
  ONTS_REGISTRATION_NO_TEMPLATE: {
    type: 'NOT_SUPPORTED',
    message:
      'No enabled registration template has the model {model} ({technology}): write one, or enable one',
  },
  ONTS_REGISTRATION_SEVERAL_TEMPLATES: {
    type: 'CONFLICT',
    message: 'Several enabled templates have the model {model} ({technology}): {names}. Disable all but one',
  },
  ONTS_REGISTRATION_TEMPLATE_WRONG: {
    type: 'CONFLICT',
    message: 'The template "{name}" is disabled, or not for the model {model} ({technology})',
  },
  ONTS_REGISTRATION_TEMPLATE_ELSEWHERE: {
    type: 'CONFLICT',
    message: 'The template "{name}" is for OLTs of other device groups than that of {device}',
  },
  ONTS_REGISTRATION_NO_FORM: {
    type: 'NOT_SUPPORTED',
    message: 'The template "{name}" has no form for the ONU model {model}: add one to it',
  },
  ONTS_REGISTRATION_CONFLICT: { type: 'CONFLICT', message: '{ident} cannot be registered: {why}' },
  ONTS_REGISTRATION_BUSY: {
    type: 'CONFLICT',
    message: '{who} works on {ident} since {since} (registration {id}): wait for its end',
  },
  ONTS_REGISTRATION_PLAN_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no such plan: it is kept for {minutes} minutes. Plan again',
  },
  ONTS_REGISTRATION_PLAN_OUTDATED: {
    type: 'CONFLICT',
    message: 'Something has changed since this plan was made. Nothing was sent. Plan again and look at it',
  },
  ONTS_REGISTRATION_FAILED: {
    type: 'DEVICE_ERROR',
    message: 'The {what} of {ident} failed, and the OLT shows nothing of it: {why}',
  },
  ONTS_REGISTRATION_ROLLED_BACK: {
    type: 'DEVICE_ERROR',
    message: 'The {what} of {ident} failed and was undone; {compared}: {why}',
  },
  ONTS_REGISTRATION_LEFT: {
    type: 'DEVICE_ERROR',
    message:
      'The {what} of {ident} failed, and something of it is left on the OLT ({left}): {why}. ' +
      'POST /component/onts_registration/registrations/{id}/rollback tries again to remove it',
  },
  ONTS_REGISTRATION_UNKNOWN: {
    type: 'DEVICE_ERROR',
    message:
      'Nobody knows what is on the OLT of {ident}, because it cannot be read: {why}. ' +
      'POST /component/onts_registration/registrations/{id}/verify when it answers again',
  },
  ONTS_REGISTRATION_HALF_MOVED: {
    type: 'DEVICE_ERROR',
    message:
      '{ident} is registered on {to} as {name} (registration {id}), but its removal from {from} has ' +
      'failed: {why}. The same move again does only the removal',
  },
  ONTS_REGISTRATION_RUN_UNKNOWN: { type: 'RESOURCE_NOT_FOUND', message: 'There is no registration {id}' },
  ONTS_REGISTRATION_NOT_OPEN: {
    type: 'CONFLICT',
    message: 'The registration {id} is {state}: there is nothing to do',
  },
  ONTS_REGISTRATION_OTHER_ONU: {
    type: 'CONFLICT',
    message: 'The place of the registration {id} has another ONU now ({found}): nothing was sent',
  },
  ONTS_REGISTRATION_WOULD_LOSE: {
    type: 'CONFLICT',
    message:
      'The roll-back of registration {id} would lose what {ident} has beside it: {lost}. Nothing was sent. ' +
      'With accept_loss it is done all the same',
  },
  ONTS_REGISTRATION_SCRIPT_LOST: {
    type: 'CONFLICT',
    message: 'What the registration {id} has sent cannot be read any more: the key of the vault was lost',
  },
  ONTS_REGISTRATION_NOT_FOUND: {
    type: 'RESOURCE_NOT_FOUND',
    message: '{device} has no ONU with the ident {ident}',
  },
  ONTS_REGISTRATION_NO_PORT: {
    type: 'VALIDATION_ERROR',
    message: '{device} has no PON port {port}: give its bind key or its name',
  },
  ONTS_REGISTRATION_NO_PARAMS: {
    type: 'CONFLICT',
    message:
      '{ident} was not registered by this service, so its parameters are not known: give them as params',
  },
  ONTS_REGISTRATION_NOTHING_NAMED: {
    type: 'VALIDATION_ERROR',
    message: 'Name what to register: a plan_id, or device and ident',
  },
  ONTS_REGISTRATION_BATCH_UNKNOWN: {
    type: 'RESOURCE_NOT_FOUND',
    message: 'There is no batch or cut-over {id}',
  },
  ONTS_REGISTRATION_BATCH_STATE: {
    type: 'CONFLICT',
    message: 'The batch {id} is {state}: this needs one that is {wanted}',
  },
  ONTS_REGISTRATION_PORT_EMPTY: { type: 'CONFLICT', message: '{port} has no ONU with a known ident' },
  ONTS_REGISTRATION_CHECK_FAILED: {
    type: 'DEVICE_ERROR',
    message: 'the OLT does not show what was sent: {what}',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
