import { Type as T } from 'typebox'
import { Time, closedObject, nullable } from '@linecard/plugin-kit'

const Counts = T.Record(
  T.String(),
  nullable(T.Record(T.String(), T.Union([T.Number(), T.Record(T.String(), T.Number())]))),
  {
    description: 'What each component stores, as far as the caller sees it; null if it could not be counted',
  },
)
const counts = {
  inventory: {
    devices: 1,
    devices_by_type: { OLT: 1 },
    interfaces: 90,
    interfaces_by_type: { ONU: 72, PON: 16, ETHERNET: 2 },
  },
}

export const Info = closedObject(
  {
    version: T.String(),
    node_version: T.String(),
    started_at: Time,
    uptime_sec: T.Integer(),
    components: closedObject({ total: T.Integer(), ready: T.Integer(), failed: T.Integer() }),
    database: closedObject({
      version: T.String(),
      size_bytes: T.Number(),
      embedded: T.Boolean({ description: 'Started by this installation, in its data folder' }),
    }),
    processes: T.Array(
      closedObject({
        host: T.String(),
        pid: T.Integer(),
        mode: T.Enum(['serve', 'worker', 'command']),
        started_at: Time,
        current: T.Boolean({ description: 'The process that answers' }),
      }),
      { description: 'Processes of the installation that are connected to the database' },
    ),
    counts: Counts,
  },
  {
    $id: 'system.Info',
    examples: [
      {
        version: '0.1.0',
        node_version: 'v24.21.0',
        started_at: '2026-03-02T10:00:00.000Z',
        uptime_sec: 3600,
        components: { total: 9, ready: 9, failed: 0 },
        database: { version: '17.6', size_bytes: 12_582_912, embedded: false },
        processes: [
          { host: 'noc-1', pid: 812, mode: 'serve', started_at: '2026-03-02T10:00:00.000Z', current: true },
        ],
        counts,
      },
    ],
  },
)

export const UsageView = closedObject(
  {
    counts: Counts,
    storage: T.Array(
      closedObject({
        component: T.String(),
        tables: T.Integer(),
        rows: T.Number({ description: 'An estimate of PostgreSQL' }),
        bytes: T.Number({ description: 'Including indexes' }),
      }),
      { description: 'Largest first' },
    ),
  },
  {
    $id: 'system.Usage',
    examples: [{ counts, storage: [{ component: 'inventory', tables: 7, rows: 91, bytes: 450_560 }] }],
  },
)

/** What the web panel needs before it shows its first page. */
export const FrontSettings = closedObject(
  {
    version: T.String(),
    app_name: T.String(),
    external_http_address: T.String(),
    default_language: T.Enum(['en', 'uk', 'ru']),
    languages: T.Array(T.String()),
    map_coordinates: T.String({ description: 'Latitude,longitude; empty if not set' }),
    map_tile_layer: T.String(),
    logs_return_results_limit: T.Integer(),
  },
  {
    $id: 'system.FrontSettings',
    examples: [
      {
        version: '0.1.0',
        app_name: 'Linecard',
        external_http_address: 'http://127.0.0.1:8088',
        default_language: 'en',
        languages: ['en', 'uk', 'ru'],
        map_coordinates: '50.45,30.52',
        map_tile_layer: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        logs_return_results_limit: 500,
      },
    ],
  },
)

export const NewVersion = closedObject(
  {
    enabled: T.Boolean({ description: 'The setting new_version_check' }),
    current: T.String(),
    latest: nullable(T.String({ description: 'Null if unknown' })),
    newer: nullable(T.Boolean()),
    checked_at: nullable(Time),
    error: nullable(T.String({ description: 'Why it is unknown' })),
  },
  {
    $id: 'system.NewVersion',
    examples: [
      {
        enabled: true,
        current: '0.1.0',
        latest: '0.2.0',
        newer: true,
        checked_at: '2026-03-02T10:00:00.000Z',
        error: null,
      },
    ],
  },
)
