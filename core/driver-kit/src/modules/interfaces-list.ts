import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import { Interface, examplePort } from './shapes.ts'

/** Every interface of the device: ports, aggregates, VLANs, and on an OLT its ONUs. */
export const interfacesList = defineModule({
  name: 'interfaces_list',
  kind: 'read',
  permission: 'device_show',
  summary: 'Interfaces of the device',
  args: interfaceAnd({
    type: T.Optional(
      T.Union([T.String(), T.Array(T.String())], {
        description: 'Only these types, as list or comma list, e.g. ETH,PON',
      }),
    ),
    parent: T.Optional(
      T.Union([T.String({ minLength: 1 }), T.Integer()], {
        description: 'Only those in this interface: its bind key, ifIndex or name',
      }),
    ),
    root: T.Optional(
      T.Union([T.Boolean(), T.String()], { description: 'true, yes or 1: only interfaces without a parent' }),
    ),
  }),
  result: T.Array(Interface),
  example: [{ ...examplePort, descr: 'GigabitEthernet0/3', if_type: 6, mac_address: '02:00:00:00:01:03' }],
})
