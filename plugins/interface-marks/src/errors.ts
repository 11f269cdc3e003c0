import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  INTERFACE_MARKS_TAG_INVALID: {
    type: 'VALIDATION_ERROR',
    message: 'A tag is 1 to 64 visible characters on one line',
  },
  INTERFACE_MARKS_TAGS_FULL: { type: 'VALIDATION_ERROR', message: 'An interface has {most} tags at most' },
  INTERFACE_MARKS_DIFFERENT_FULL: {
    type: 'CONFLICT',
    message:
      'There are {most} different tags already: use one of them, or raise interface-marks.different_tags',
  },
  INTERFACE_MARKS_FAVORITES_FULL: {
    type: 'CONFLICT',
    message: 'You have {most} favourites already: let go of one first',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
