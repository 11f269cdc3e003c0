import { system } from '@linecard/driver-kit/modules'
import { closedObject, nullable, sources } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { optionalFields } from './block.ts'
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
          ...optionalFields(system.result),
          meta: T.Optional(
            closedObject({ ...optionalFields(system.result.properties.meta), modules: T.Array(T.String()) }),
          ),
        },
        { description: 'Identity and uptime; null: not read' },
      ),
    ),
    error: nullable(T.String({ description: 'Why the device did not answer' })),
  },
  {
    $id: 'diagnostic.DeviceStatus',
    examples: [{ data: { name: 'sw-17', uptime: '8d 9h 55min 32sec', uptime_sec: '726932' }, error: null }],
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
