import { Type as T } from 'typebox'
import { EmbeddedDevice, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { Failure, exampleTime } from './common.ts'

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
        created_at: exampleTime,
        done: 1,
        total: 2,
        results: { unchanged: 1 },
        devices: [{ device: exampleDevice, result: 'unchanged', error: null, ended_at: exampleTime }],
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
