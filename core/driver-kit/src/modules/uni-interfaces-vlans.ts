import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { closed, exampleOnu, integerOrNull, perInterface, textOrNull, wordOrNull } from './shapes.ts'

/** VLANs on the Ethernet ports of ONUs. */
export const uniInterfacesVlans = defineModule({
  name: 'uni_interfaces_vlans',
  kind: 'read',
  permission: 'device_show',
  summary: 'VLANs on the Ethernet ports of ONUs',
  args: interfaceArgs,
  result: perInterface({
    unis: T.Array(
      closed({
        num: T.Integer({ description: 'Number of the port' }),
        pvid: integerOrNull('VLAN of untagged frames'),
        pvid_mode: wordOrNull(
          ['Transparent', 'Tagged', 'Translation', 'Aggregation', 'Trunk', 'Stacking'],
          'VLAN mode; null: not given',
        ),
        id: T.Optional(integerOrNull('Number of the VLAN profile')),
        name: T.Optional(textOrNull('Name of the VLAN profile')),
        trunk_vlans: T.Optional(textOrNull('VLANs of a trunk, e.g. 100-120,300')),
      }),
    ),
  }),
  example: [{ interface: exampleOnu, unis: [{ num: 1, pvid: 301, pvid_mode: 'Tagged' }] }],
})
