import { Type as T } from 'typebox'
import { visibleDevices } from '@linecard/inventory/read'
import { closedObject, Id, Time, type Context, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

const at = '2026-03-02T10:00:00.000Z'

export const UptimeView = closedObject(
  {
    device: T.Object({ id: Id, name: T.String() }, { additionalProperties: false }),
    uptime_sec: T.Integer({ description: 'Since the start of its agent, when it was read' }),
    read_at: Time,
  },
  {
    $id: 'uptimes.Uptime',
    examples: [{ device: { id: 7, name: 'sw-oak-12' }, uptime_sec: 726932, read_at: at }],
  },
)

export const uptimes = (routes: Routes, ctx: Context) =>
  listRoute(routes, ctx, {
    path: '/component/uptimes',
    operationId: 'uptimes.list',
    scope: 'group',
    tag: 'uptimes',
    permission: 'uptimes_view',
    summary: 'How long devices have run',
    description: 'The longest first, of devices that you see.',
    view: UptimeView,
    sort: ['uptime_sec', 'read_at'],
    order: '-uptime_sec',
    key: 'device_id',
    cap: 1000,
    rows: ({ em, caller }) =>
      tables(em)
        .selectFrom('uptimes_device as u')
        .innerJoin(visibleDevices(em, caller).as('d'), 'd.id', 'u.device_id')
        .select(['u.device_id', sql<number>`u.uptime_sec::float8`.as('uptime_sec'), 'u.read_at', 'd.name']),
    shown: async rows =>
      rows.map(({ device_id: id, name, uptime_sec, read_at }) => ({
        device: { id, name },
        uptime_sec,
        read_at,
      })),
  })
