import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  INTERFACE_MARKS_TAG_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'A tag is 1 to 64 visible characters on one line',
  },
  INTERFACE_MARKS_TAGS_FULL: { type: 'VALIDATION_ERROR', message: 'An interface has at most {most} tags' },
  INTERFACE_MARKS_DIFFERENT_FULL: {
    type: 'CONFLICT',
    message:
      'There are {most} different tags already. ' +
      'Use one of them, or raise the setting interface-marks.different_tags',
  },
  INTERFACE_MARKS_FAVORITES_FULL: {
    type: 'CONFLICT',
    message: 'You have {most} favourites already. Remove one first',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
