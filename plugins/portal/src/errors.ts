import { errorsOf, type ErrorTable } from '@linecard/plugin-kit'

export const errors = {
  PORTAL_QUERY_EMPTY: {
    type: 'VALIDATION_ERROR',
    message: 'There is nothing to search for: write at least one letter or digit',
  },
  PORTAL_TYPE_UNKNOWN: {
    type: 'VALIDATION_ERROR',
    message: 'There is no type of hits "{type}". The types are {known}',
  },
  PORTAL_SOURCES_FAILED: {
    type: 'UNAVAILABLE',
    message: 'The search failed for all types ({types}): try again',
  },
} as const satisfies ErrorTable

export const fail = errorsOf(errors)
