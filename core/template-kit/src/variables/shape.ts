import type { Module } from '@linecard/driver-kit'
import { Interface } from '@linecard/driver-kit/modules'
import { closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { DeviceVariables } from './device.ts'

/** What every template sees, beside what its plugin adds (`ont`, `free`). */
export interface CommonVariables {
  /** What a person filled in, by the key of the parameter. */
  params: Record<string, unknown>
  user: { id: number; login: string; name: string; role: { id: number; name: string } }
  device: Record<string, unknown>
  /** The port or ONU; null: the template runs for the whole device. */
  iface: Record<string, unknown> | null
  interfaces_list: Record<string, unknown>[]
  /** Answers by the name of their module, e.g. `data.vlans`. */
  data: Record<string, unknown>
  /** Module → why it gave nothing. */
  error: Record<string, string>
}

const bindKey = T.String({ description: 'Stable number of the interface on its device' })

/** A row of `interfaces_list`. */
const Listed = closedObject({ ...Interface.properties, bind_key: bindKey })

/** What is stored of an interface, for `iface`. */
export const storedMembers = {
  status: nullable(T.String({ description: 'Up Down Online Offline …; null: unknown' })),
  admin_state: nullable(T.String()),
  description: nullable(T.String()),
  serial: nullable(T.String()),
  comment: nullable(T.String()),
  agreement: nullable(T.String({ description: 'Number of the contract' })),
  ip: nullable(T.String({ description: 'Address of the subscriber' })),
  params: nullable(freeObject('Free data of integrations')),
}

export const UserVariables = closedObject({
  id: T.Integer(),
  login: T.String(),
  name: T.String(),
  role: closedObject({ id: T.Integer(), name: T.String() }),
})

/** The members of `CommonVariables`. With modules, `data` has the schemas of their answers. */
export const variableMembers = (modules?: readonly Module[]) => ({
  params: freeObject('What a person filled in, by the key of the parameter'),
  user: UserVariables,
  device: DeviceVariables,
  iface: nullable(
    closedObject(
      {
        ...Interface.properties,
        id: nullable(T.Integer({ description: 'Id in the inventory; null: it is not stored' })),
        bind_key: bindKey,
        ...storedMembers,
      },
      { description: 'The port or ONU; null: none was named' },
    ),
  ),
  interfaces_list: T.Array(Listed, {
    description: 'Ports of the device; for an ONU also the ONUs of its PON port',
  }),
  data: modules
    ? closedObject(Object.fromEntries(modules.map(({ name, result }) => [name, result])))
    : freeObject('Module → its answer'),
  error: T.Record(T.String(), T.String(), { description: 'Module → why it gave nothing' }),
})

/** The schema of what templates see, for documents and lint. */
export const variablesSchema = (modules?: readonly Module[]) => closedObject(variableMembers(modules))

/** For examples of documents. */
export const exampleVariables: CommonVariables = {
  params: {},
  user: { id: 1, login: 'admin', name: 'Admin', role: { id: -2, name: 'Owner' } },
  device: {
    id: 17,
    ip: '192.0.2.17',
    name: 'sw-north',
    location: 'Shelf 3',
    description: '',
    mac: '02:00:00:00:00:17',
    serial: '',
    status: 'Up',
    coordinates: null,
    model: null,
    group: { id: -1, name: 'Default', description: '' },
    params: {},
  },
  iface: null,
  interfaces_list: [{ id: 101, name: 'gpon0/1', type: 'PON', parent: null, if_index: 101, bind_key: '101' }],
  data: {},
  error: {},
}
