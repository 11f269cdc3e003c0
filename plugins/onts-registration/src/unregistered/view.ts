import { Interface, unregisteredOnts } from '@linecard/driver-kit/modules'
import {
  EmbeddedDevice,
  closedObject,
  exampleDevice,
  nullable,
  withDevices,
  type Caller,
} from '@linecard/plugin-kit'
import { Type as T, type TSchema } from 'typebox'
import type { Registrations } from '../registrations.ts'
import type { OltAnswer } from './read.ts'

const {
  _ident,
  interface: _,
  ...fields
} = (unregisteredOnts.result as unknown as { items: { properties: Record<string, TSchema> } }).items
  .properties

export const Unregistered = closedObject(
  {
    device: EmbeddedDevice,
    ident: T.String({ description: 'Value for the registration' }),
    interface: nullable(Interface),
    ...fields,
  },
  { $id: 'onts-registration.Unregistered', description: 'An ONU that waits to be registered' },
)

/** Which OLTs were asked, and which failed. */
export const UnregisteredMeta = closedObject(
  {
    total: T.Integer(),
    olts: T.Array(
      closedObject({
        device: closedObject({ id: T.Integer(), ip: T.String(), name: T.String() }),
        found: T.Integer(),
        source: nullable(T.Enum(['device', 'cache', 'store'])),
        time: nullable(T.String({ format: 'date-time' })),
        error: nullable(closedObject({ code: T.String(), description: T.String() })),
      }),
    ),
  },
  { $id: 'onts-registration.UnregisteredMeta' },
)

const { _ident: ident, ...exampleFields } = unregisteredOnts.example[0]!
export const exampleUnregistered = { device: exampleDevice, ident, ...exampleFields }

/** Rows of all OLTs with their devices. */
export async function unregisteredRows(
  { ctx }: Registrations,
  caller: Caller,
  answers: readonly OltAnswer[],
) {
  const rows = answers.flatMap(({ device, rows: found }) =>
    found.map(({ _ident: wanted, ...rest }) => ({ device, ident: wanted, ...rest })),
  )
  return withDevices(ctx, caller, rows)
}

export const unregisteredMeta = (answers: readonly OltAnswer[], total: number) => ({
  total,
  olts: answers.map(({ device, rows, meta, error }) => ({
    device,
    found: rows.length,
    source: meta?.source ?? null,
    time: meta?.time ?? null,
    error,
  })),
})
