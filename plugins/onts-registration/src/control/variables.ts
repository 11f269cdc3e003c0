import { Interface, unregisteredOnts } from '@linecard/driver-kit/modules'
import { closedObject, nullable } from '@linecard/plugin-kit'
import { variableMembers } from '@linecard/template-kit/variables'
import { Type as T, type TSchema } from 'typebox'
import { dataModules } from '../plan/variables.ts'

const {
  interface: _,
  _ident,
  ...waiting
} = (unregisteredOnts.result as unknown as { items: { properties: Record<string, TSchema> } }).items
  .properties
const port = closedObject({ ...Interface.properties, bind_key: T.String(), _shelf: nullable(T.Integer()) })
const ont = closedObject({ ident: T.String(), ...waiting, interface: port })

/** What registration templates see. */
export const VariablesSchema: TSchema = closedObject({
  ...variableMembers(dataModules),
  iface: port,
  ont,
  free: closedObject({ first: T.Integer(), list: nullable(T.Array(T.Integer())) }),
  old: nullable(ont),
})
