import { Interface } from '@linecard/driver-kit/modules'
import { closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { presentFields } from './block.ts'

const onu = nullable(T.Integer({ description: 'The same as `_onu`, for older clients' }))

/** Fields of the interface of a diagnosis. */
export const interfaceFields = {
  ...presentFields(Interface),
  id: Interface.properties.id,
  name: Interface.properties.name,
  type: Interface.properties.type,
  _key: T.String({ description: 'The id as a text, for older clients' }),
  iface_name: T.String({ description: 'The same as `name`, for older clients' }),
  onu_num: onu,
  _ont: onu,
}
export const PlacedInterface = closedObject(interfaceFields, {
  $id: 'diagnostic.Interface',
  description: 'Interface, with its place in the device; as stored where the device does not tell it',
})
