import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const searchErrors = {
  BACKUPS_SEARCH_PATTERN: { type: 'VALIDATION_ERROR', message: 'The pattern is wrong: {problem}' },
  BACKUPS_SEARCH_BROAD: {
    type: 'VALIDATION_ERROR',
    message:
      'More than {most} different lines may fit. Search for more of the line, or with great and small letters',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(searchErrors)
