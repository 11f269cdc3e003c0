import { system } from '@linecard/driver-kit/modules'
import { closedObject, nullable, sources } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { complete } from './complete.ts'
import { presentFields } from './block.ts'
import { DiagnosticData, blocks } from './blocks.ts'

const OldMeta = T.Record(
  T.String(),
  closedObject({
    time: nullable(T.String()),
    source: sources,
    from_cache: T.Boolean(),
    device_ip: T.String(),
    hash: T.String({
      description: '{device}:{module}:SUCCESS or FAILED:{SHA-1 of the data}. It changes with the answer',
    }),
    error: nullable(T.String({ description: 'A sentence' })),
    spent: nullable(T.Number({ description: 'Seconds' })),
  }),
  { $id: 'diagnostic.OldMeta', description: 'The same as `meta`, in the fields of older clients' },
)

export const DeviceStatus = closedObject(
  {
    data: nullable(
      closedObject(
        {
          ...presentFields(system.result),
          meta: closedObject({
            ...presentFields(system.result.properties.meta),
            modules: T.Array(T.String()),
            detect: T.Null({ description: 'For older clients' }),
            extra: T.Null({ description: 'For older clients' }),
          }),
        },
        { description: 'Identity and uptime; null: not read' },
      ),
    ),
    error: nullable(T.String({ description: 'Why the device did not answer' })),
  },
  {
    $id: 'diagnostic.DeviceStatus',
    examples: [
      {
        data: {
          ...complete(system.result, system.example),
          meta: { ...system.example.meta, modules: ['system', 'fdb'], detect: null, extra: null },
        },
        error: null,
      },
    ],
  },
)
export type DeviceStatus = Static<typeof DeviceStatus>

const StoredCard = T.Unsafe<Record<string, unknown>>({ $ref: 'inventory.InterfaceCard' })

export const Diagnosis = closedObject(
  {
    iface: StoredCard,
    diagnostic: closedObject({ data: DiagnosticData, meta: OldMeta }),
    device_status: DeviceStatus,
  },
  { $id: 'diagnostic.Diagnosis' },
)

export const FlatDiagnosis = closedObject(
  { ...blocks, iface: StoredCard, meta: OldMeta, device_status: DeviceStatus },
  { $id: 'diagnostic.FlatDiagnosis' },
)
