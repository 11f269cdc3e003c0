import { Id, closedObject, freeObject, nullable, type ShownDevice } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

const modelMembers = {
  id: Id,
  key: T.String(),
  name: T.String({ description: 'Vendor and model' }),
  vendor: T.String(),
  model: T.String({ description: 'Name without the vendor' }),
  type: T.String({ description: 'SWITCH ROUTER OLT …' }),
  ports: nullable(T.Integer()),
}
const groupMembers = { id: Id, name: T.String(), description: T.String() }
const deviceMembers = {
  id: Id,
  ip: T.String(),
  name: T.String(),
  location: T.String(),
  description: T.String(),
  mac: T.String(),
  serial: T.String(),
  status: T.String(),
  coordinates: nullable(T.Object({ lat: T.Optional(T.Number()), lon: T.Optional(T.Number()) })),
}

/** The device as templates see it. It never has anything of an access profile. */
export const DeviceVariables = closedObject(
  {
    ...deviceMembers,
    model: nullable(closedObject(modelMembers)),
    group: nullable(closedObject(groupMembers)),
    params: freeObject('Parameters of the device, over those of its model'),
  },
  { description: 'The device' },
)

type Members = Readonly<Record<string, unknown>>

const picked = (from: Members | null | undefined, members: object): Members | null =>
  from ? Object.fromEntries(Object.keys(members).map(key => [key, from[key] ?? null])) : null

/** Only the members of `DeviceVariables`, so that a new member of devices is no variable by accident. */
export function deviceVariables(device: ShownDevice): Record<string, unknown> {
  const model = device['model'] as Members | null
  return {
    ...picked(device, deviceMembers),
    model: picked(model, modelMembers),
    group: picked(device['group'] as Members | null, groupMembers),
    params: { ...(model?.['params'] as object | undefined), ...(device['params'] as object | undefined) },
  }
}
