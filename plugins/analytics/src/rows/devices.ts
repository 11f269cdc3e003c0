import { visibleCounts, visibleDevices } from '@linecard/inventory/read'
import {
  EmbeddedDevice,
  Time,
  closedObject,
  exampleDevice,
  nullable,
  text,
  withDevices,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import { devicesAsked } from '../asked.ts'
import { pageOfHits } from '../table/hits.ts'
import type { Table } from '../table/table.ts'
import { within } from '../table/within.ts'

const count = (description: string) => T.Integer({ description })

export const DeviceStatus = closedObject(
  {
    device: EmbeddedDevice,
    status: T.Enum(['Up', 'Down', 'Unknown'], { description: 'Whether it answered last' }),
    since: nullable({ ...Time, description: 'When the status changed last; null: never' }),
    duration_sec: nullable(T.Integer({ description: 'How long it has this status' })),
    interfaces_up: count('Ports, links and ONUs that are up'),
    interfaces_down: count('…that are down'),
    onus_online: count('ONUs online'),
    onus: count('All stored ONUs'),
  },
  {
    $id: 'analytics.DeviceStatus',
    examples: [
      {
        device: exampleDevice,
        status: 'Down',
        since: '2026-03-02T10:00:00.000Z',
        duration_sec: 5400,
        interfaces_up: 20,
        interfaces_down: 8,
        onus_online: 0,
        onus: 0,
      },
    ],
  },
)
type DeviceStatus = Static<typeof DeviceStatus>

interface Row extends Omit<DeviceStatus, 'device' | 'duration_sec'> {
  id: number
}
const query = {
  ...devicesAsked,
  status: T.Optional(T.Enum(['Up', 'Down', 'Unknown'], { description: 'Whether it answered last' })),
  vendor: T.Optional(text(100, { description: 'Vendor of the model, in full' })),
  type: T.Optional(text(20, { description: 'Type of the model' })),
}

export const deviceStatuses: Table<typeof query, typeof DeviceStatus> = {
  key: 'device-statuses',
  summary: 'Devices with their status, those that are down first, and how long it lasts',
  description: 'Only devices that the service may ask. Interfaces are those that are stored.',
  query,
  row: DeviceStatus,
  async list(parts, { caller, query: asked, sort }, page) {
    const em = parts.ctx.em()
    const word = (column: string, value: string | undefined) =>
      value === undefined ? sql`` : sql`and ${sql.ref(`d.${column}`)} = ${value}`
    const hits = sql`
      select d.id, d.name, d.ip, d.status, d.status_changed_at as since,
        array_position(array['Down', 'Unknown', 'Up'], d.status) as urgency,
        coalesce(c.up, 0)::int as interfaces_up, coalesce(c.down, 0)::int as interfaces_down,
        coalesce(c.online, 0)::int as onus_online, coalesce(c.onus, 0)::int as onus
      from (${visibleDevices(em, caller)}) d
      left join lateral (
        select sum(n.up) as up, sum(n.down) as down, sum(n.up) filter (where n.type = 'ONU') as online,
          sum(n.up + n.down + n.unknown) filter (where n.type = 'ONU') as onus
        from (${visibleCounts(em, caller)}) n where n.device_id = d.id
      ) c on true
      where d.enabled and ${within('d', asked, 'id')}
        ${word('status', asked.status)} ${word('vendor', asked.vendor)} ${word('type', asked.type)}`
    const { rows, total } = await pageOfHits<Row>(
      em,
      hits,
      {
        sort,
        standard: 'urgency,-since',
        sortable: [
          'id',
          'name',
          'ip',
          'status',
          'urgency',
          'since',
          'interfaces_down',
          'onus_online',
          'onus',
        ],
      },
      page,
    )
    const now = parts.ctx.clock().getTime()
    const shown = await withDevices(
      parts.ctx,
      caller,
      rows.map(row => ({
        device: { id: row.id },
        status: row.status,
        since: row.since,
        duration_sec: row.since && Math.max(0, Math.round((now - row.since.getTime()) / 1000)),
        interfaces_up: row.interfaces_up,
        interfaces_down: row.interfaces_down,
        onus_online: row.onus_online,
        onus: row.onus,
      })),
    )
    return { rows: shown as DeviceStatus[], total }
  },
  columns: {
    'device id': row => row.device.id,
    'device ip': row => row.device.ip,
    device: row => row.device.name,
    status: row => row.status,
    since: row => row.since,
    'duration s': row => row.duration_sec,
    'interfaces up': row => row.interfaces_up,
    'interfaces down': row => row.interfaces_down,
    'onus online': row => row.onus_online,
    onus: row => row.onus,
  },
}
