import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { VersionView, exampleTime, exampleVersion } from '../configs/schemas.ts'

/** Why a reading failed; null: it did not. */
export const Failure = nullable(closedObject({ code: T.String(), description: T.String() }))

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
        started_at: exampleTime,
        ended_at: exampleTime,
        duration_ms: 4210,
        error: null,
        failures: 0,
        succeeded_at: exampleTime,
        next_at: exampleTime,
        version: exampleVersion,
        held: null,
      },
    ],
  },
)
export type StatusView = Static<typeof StatusView>

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
        panel: 'https://net.example/devices/17',
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
