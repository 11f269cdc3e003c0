import { errorsOf } from '@linecard/plugin-kit'

export const errors = {
  PLACES_NONE: { type: 'RESOURCE_NOT_FOUND', message: 'Nobody has told where {device} stands' },
  PLACES_FULL: { type: 'CONFLICT', message: 'There are {most} places already: raise places_at_most' },
} as const

export const fail = errorsOf(errors)
