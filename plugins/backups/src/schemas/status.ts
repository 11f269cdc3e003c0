import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { Failure, exampleTime } from './common.ts'
import { VersionView, exampleVersion } from './versions.ts'

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
