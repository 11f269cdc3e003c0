import { Type as T, type Static } from 'typebox'
import { closedObject, idOf, listQuery, text } from '@linecard/plugin-kit'
import { statuses } from './schemas.ts'

export const DevicePath = closedObject({ deviceId: idOf('the device') })

const query = T.Optional(text(200, { description: 'Part of the name or of the address of the device' }))
const moment = (description: string) => T.Optional(T.String({ format: 'date-time', description }))

export const StatusQuery = closedObject({
  ...listQuery,
  query,
  status: T.Optional(T.Enum([...statuses], { description: 'The status that is shown' })),
  packet_loss: T.Optional(T.Boolean({ description: 'Only devices with or without packet loss' })),
  group_id: T.Optional(idOf('a device group')),
  device_id: T.Optional(idOf('a device')),
})
export type StatusQuery = Static<typeof StatusQuery>

export const DownLogQuery = closedObject({
  ...listQuery,
  query,
  device_id: T.Optional(idOf('a device')),
  group_id: T.Optional(idOf('a device group')),
  open: T.Optional(T.Boolean({ description: 'Only outages that have not ended, or only those that have' })),
  start: moment('Not ended before'),
  end: moment('Not begun after'),
})
export type DownLogQuery = Static<typeof DownLogQuery>

export const ChartQuery = closedObject({
  start: moment('A day before the end by default'),
  end: moment('Now by default'),
  step: T.Optional(
    T.Integer({
      minimum: 1,
      maximum: 86_400 * 31,
      description:
        'Seconds of one point, rounded up to whole 5 minutes, or to whole hours where the fine values are ' +
        'gone. By default the finest that gives at most 500 points',
    }),
  ),
})
export type ChartQuery = Static<typeof ChartQuery>
