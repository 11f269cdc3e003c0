import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { closed, examplePort, perInterface, textOrNull } from './shapes.ts'

const list = (what: string) =>
  T.Array(closed({ id: T.Integer({ description: 'VLAN id' }), name: textOrNull('Name of the VLAN') }), {
    description: what,
  })

/** The same facts as `vlans`, listed for each port. */
export const vlansByPort = defineModule({
  name: 'vlans_by_port',
  kind: 'read',
  permission: 'device_show',
  summary: 'VLANs of each port',
  args: interfaceArgs,
  result: perInterface({
    untagged: list('Sent without tag'),
    tagged: list('Sent with tag'),
    egress: list('Sent with or without tag'),
    forbidden: list('Not allowed on the port'),
  }),
  example: [
    {
      interface: examplePort,
      untagged: [{ id: 301, name: 'office' }],
      tagged: [],
      egress: [{ id: 301, name: 'office' }],
      forbidden: [],
    },
  ],
})
