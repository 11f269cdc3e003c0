import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, LogId, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

const Failure = nullable(closedObject({ code: T.String(), description: T.String() }))

export const VersionView = closedObject(
  {
    id: LogId,
    valid_since: { ...Time, description: 'When the device was first seen with it' },
    last_seen: Time,
    valid_until: nullable({ ...Time, description: 'When the next one was first seen; null: it is current' }),
    octets: T.Integer(),
    lines: T.Integer(),
    lines_added: nullable(
      T.Integer({ description: 'Significant lines that the version before lacks; null: not known' }),
    ),
    lines_removed: nullable(T.Integer()),
    changed_by: nullable(T.String({ description: 'Who made the change; null: unknown' })),
    changed_how: nullable(
      T.Enum(['action', 'syslog'], { description: 'Who says so: the action log, or the device' }),
    ),
    changed_at: nullable({ ...Time, description: 'Null: some time between the version before and this one' }),
  },
  { $id: 'backups.Version', description: 'A configuration and the time in which the device had it' },
)
export type VersionView = Static<typeof VersionView>

const time = '2026-03-02T01:10:00.000Z' as unknown as Date
export const exampleVersion: VersionView = {
  id: 812,
  valid_since: time,
  last_seen: time,
  valid_until: null,
  octets: 10_452,
  lines: 331,
  lines_added: 2,
  lines_removed: 0,
  changed_by: 'noc',
  changed_how: 'action',
  changed_at: time,
}

export const statuses = [
  'unsupported',
  'never',
  'running',
  'ok',
  'unchanged',
  'held',
  'skipped',
  'failed',
] as const

export const StatusView = closedObject(
  {
    device: EmbeddedDevice,
    status: T.Enum([...statuses], {
      description:
        'ok: a new version was stored; unchanged: it has the stored one; held: suspiciously short; ' +
        'skipped: it was down; unsupported: no way is known to read it',
    }),
    enabled: T.Boolean({ description: 'It is read in its time' }),
    started_at: nullable({ ...Time, description: 'Of the last reading' }),
    ended_at: nullable(Time),
    duration_ms: nullable(T.Integer()),
    error: Failure,
    failures: T.Integer({ description: 'Failed readings in a row' }),
    succeeded_at: nullable({ ...Time, description: 'The last time that its configuration was read' }),
    next_at: nullable({ ...Time, description: 'Null: it is not read in its time' }),
    version: nullable(VersionView),
    held: nullable(
      closedObject(
        { time: Time, lines: T.Integer() },
        { description: 'A configuration that waits for a second reading or a person' },
      ),
    ),
  },
  {
    $id: 'backups.Status',
    description: 'How the readings of a device went, and the current version of its configuration',
    examples: [
      {
        device: exampleDevice,
        status: 'unchanged',
        enabled: true,
        started_at: time,
        ended_at: time,
        duration_ms: 4210,
        error: null,
        failures: 0,
        succeeded_at: time,
        next_at: time,
        version: exampleVersion,
        held: null,
      },
    ],
  },
)
export type StatusView = Static<typeof StatusView>

export const ConfigView = closedObject(
  {
    version: VersionView,
    text: T.String({ description: 'Lines end with \\n' }),
    masked: T.Boolean({ description: 'Secrets are ***' }),
  },
  {
    $id: 'backups.Configuration',
    description: 'A configuration as text',
    examples: [{ version: exampleVersion, text: 'hostname sw-north\nend\n', masked: true }],
  },
)

const Row = closedObject({
  kind: T.Enum(['same', 'changed', 'removed', 'added', 'skipped'], {
    description: 'skipped: lines that are the same are left out here',
  }),
  left_line: nullable(T.Integer()),
  left: nullable(T.String()),
  right_line: nullable(T.Integer()),
  right: nullable(T.String()),
})
export type DiffRow = Static<typeof Row>

export const DiffView = closedObject(
  {
    from: VersionView,
    to: VersionView,
    unified: T.String({ description: 'As `diff -u`; empty: no visible difference' }),
    rows: T.Array(Row, { description: 'Side by side' }),
    rows_total: T.Integer(),
    added: T.Integer(),
    removed: T.Integer(),
    hidden_changes: T.Boolean({ description: 'The two differ in secrets, which are not shown' }),
  },
  {
    $id: 'backups.Difference',
    description: 'What changed from one version to another',
    examples: [
      {
        from: exampleVersion,
        to: { ...exampleVersion, id: 840 },
        unified: '--- 812\n+++ 840\n@@ -1,2 +1,2 @@\n-hostname sw-north\n+hostname sw-south\n end\n',
        rows: [
          {
            kind: 'changed',
            left_line: 1,
            left: 'hostname sw-north',
            right_line: 1,
            right: 'hostname sw-south',
          },
        ],
        rows_total: 1,
        added: 1,
        removed: 1,
        hidden_changes: false,
      },
    ],
  },
)

const RunDevice = closedObject({
  device: EmbeddedDevice,
  result: nullable(
    T.Enum(['ok', 'unchanged', 'held', 'skipped', 'failed'], {
      description: 'Null: it waits, or is read now',
    }),
  ),
  error: Failure,
  ended_at: nullable(Time),
})

export const RunView = closedObject(
  {
    id: T.String({ format: 'uuid' }),
    asked_by: T.String(),
    created_at: Time,
    done: T.Integer(),
    total: T.Integer({ description: 'Devices of the run that you see' }),
    results: T.Record(T.String(), T.Integer(), { description: 'Number of devices by result' }),
    devices: T.Array(RunDevice, { description: 'The first 1000, those that failed first' }),
  },
  {
    $id: 'backups.Run',
    description: 'A reading of devices that somebody asked for, and its progress',
    examples: [
      {
        id: '7b1f2c1e-0000-4000-8000-000000000001',
        asked_by: 'noc',
        created_at: time,
        done: 1,
        total: 2,
        results: { unchanged: 1 },
        devices: [{ device: exampleDevice, result: 'unchanged', error: null, ended_at: time }],
      },
    ],
  },
)

export const LinksView = closedObject(
  {
    panel: nullable(
      T.String({ description: 'Page of the device in the web panel; null: its address is not set' }),
    ),
    config: T.String({ description: 'Path of the current configuration' }),
    versions: T.String(),
    diff: nullable(T.String({ description: 'Path of the last difference; null: there is only one version' })),
    oxidized: nullable(
      T.String({ description: 'Page of the device in an external Oxidized; null: none is set' }),
    ),
  },
  {
    $id: 'backups.Links',
    description: 'Where the configuration of a device can be seen',
    examples: [
      {
        panel: 'https://net.example/device/17',
        config: '/api/v1/component/backups/17/config',
        versions: '/api/v1/component/backups/17/versions',
        diff: '/api/v1/component/backups/17/diff?from=812&to=840',
        oxidized: null,
      },
    ],
  },
)

export const ModelView = closedObject(
  {
    key: T.String(),
    name: T.String(),
    vendor: T.String(),
    type: T.String(),
    readable: T.Boolean({ description: 'A way is known in which it tells its configuration' }),
  },
  {
    $id: 'backups.Model',
    description: 'Whether configurations of a model can be read',
    examples: [
      {
        key: 'dlink_des3200_28',
        name: 'D-Link DES-3200-28',
        vendor: 'D-Link',
        type: 'SWITCH',
        readable: true,
      },
    ],
  },
)

export const schemas = [VersionView, StatusView, ConfigView, DiffView, RunView, LinksView, ModelView]
