import { csvQuery } from '@linecard/plugin-kit/csv'
import { idOf, listQuery } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

/** Filters by device, as every table has them. */
export const devicesAsked = {
  device_id: T.Optional(idOf('a device')),
  group_id: T.Optional(idOf('a group of devices')),
  model_id: T.Optional(idOf('a model of devices')),
}
export interface DevicesAsked {
  device_id?: number
  group_id?: number
  model_id?: number
}

/** A table as JSON, a page of it, or as a file, all of it. */
export const tableAsked = {
  ...listQuery,
  format: T.Optional(
    T.Enum(['json', 'csv'], {
      description: 'csv: all rows as a file (RFC 4180, UTF-8); limit and offset do not count',
    }),
  ),
  ...csvQuery,
}

const moment = (description: string) => T.Optional(T.String({ format: 'date-time', description }))
export const periodAsked = {
  start: moment('Begin; absent: a day before the end'),
  stop: moment('End; absent: now'),
}
