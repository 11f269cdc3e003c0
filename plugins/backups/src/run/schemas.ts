import { Type as T } from 'typebox'
import { EmbeddedDevice, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { exampleTime } from '../configs/schemas.ts'
import { Failure } from '../devices/schemas.ts'

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
