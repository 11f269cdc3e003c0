import { Type as T, type Static } from 'typebox'
import { closedObject, idOf } from '@linecard/plugin-kit'
import { filter } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { statuses } from './schemas.ts'

export const DevicePath = closedObject({ deviceId: idOf('the device') })

const partOfDevice = 'Part of the name or of the address of the device'
const time = (description: string) => T.String({ format: 'date-time', description })
const moment = (description: string) => T.Optional(time(description))

/** What can be asked of the list of statuses. */
export const ofStatuses = {
  search: { in: ['name', sql<string>`host(r.ip)`], description: partOfDevice },
  filters: {
    status: T.Enum([...statuses], { description: 'The status that is shown' }),
    packet_loss: filter(
      T.Boolean({ description: 'Only devices with or without packet loss' }),
      lossy => sql`coalesce(r.packet_loss, false) = ${lossy}`,
    ),
    group_id: idOf('a device group'),
    device_id: idOf('a device'),
  },
  sort: {
    id: 'device_id',
    device_id: 'device_id',
    name: 'name',
    ip: 'ip',
    status: 'status',
    since: 'since',
    loss_percent: 'loss',
    rtt_avg: 'rtt_avg',
  },
  order: 'name',
  nullsLast: true,
  key: 'device_id',
  cap: 1000,
} as const

/** The text of a client. PostgreSQL also reads leap seconds and microseconds, which `Date` does not. */
const timeOf = (value: string) => sql<Date>`${value}::timestamptz`

/** What can be asked of the list of outages. */
export const ofOutages = {
  search: { in: ['device_name', 'device_ip'], description: partOfDevice },
  filters: {
    device_id: idOf('a device'),
    group_id: idOf('a device group'),
    open: filter(
      T.Boolean({ description: 'Only outages that have not ended, or only those that have' }),
      open => (open ? sql`r.up is null` : sql`r.up is not null`),
    ),
    start: filter(time('Not ended before'), from => sql`coalesce(r.up, 'infinity') >= ${timeOf(from)}`),
    end: filter(time('Not begun after'), until => sql`r.down <= ${timeOf(until)}`),
  },
  sort: { id: 'row', down: 'down', up: 'up', device: 'device_name' },
  order: '-down',
  key: 'row',
  cap: 1000,
} as const

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
