import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { vlanArg } from './arguments.ts'
import { InterfaceRef, closed, examplePort, orNull, textOrNull, wordOrNull } from './shapes.ts'

const members = (what: string) =>
  orNull(T.Array(InterfaceRef), `${what}; null: the device does not report it`)

/** VLANs and their ports (Q-BRIDGE-MIB port lists, or the vendor's own objects). */
export const vlans = defineModule({
  name: 'vlans',
  kind: 'read',
  permission: 'device_show',
  summary: 'VLANs with member ports',
  args: closed({ vlan_id: T.Optional(vlanArg) }),
  result: T.Array(
    closed({
      id: T.Integer({ minimum: 0, maximum: 4095, description: 'VLAN id' }),
      name: textOrNull('Name; null: no name'),
      status: wordOrNull(['Permanent', 'Dynamic', 'Other'], 'Origin of the VLAN; null: not given'),
      ports: orNull(
        closed({
          egress: members('Ports that send the VLAN'),
          untagged: members('Egress ports that send it without tag'),
          tagged: members('Egress ports that send it with tag'),
          forbidden: members('Ports that must not carry it'),
        }),
        'Ports; null: the device does not report membership',
      ),
    }),
  ),
  example: [
    {
      id: 301,
      name: 'office',
      status: 'Permanent',
      ports: { egress: [examplePort], untagged: [examplePort], tagged: [], forbidden: [] },
    },
  ],
})
