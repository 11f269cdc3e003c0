import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import { examplePort, perInterface, textOrNull } from './shapes.ts'

/**
 * Configured descriptions of ports and ONUs. An empty description is "". Null means that the device does not
 * give it.
 */
export const interfaceDescriptions = defineModule({
  name: 'interface_descriptions',
  kind: 'read',
  permission: 'device_show',
  summary: 'Descriptions of ports and ONUs',
  args: interfaceAnd({
    interface_type: T.Optional(T.Enum(['PHYSICAL', 'ONU'], { description: 'Only ports, or only ONUs' })),
    _description_block_index: T.Optional(
      T.Union([T.Integer(), T.String()], {
        description: 'Part to return of a description whose parts are separated by $$; absent: the last',
      }),
    ),
  }),
  result: perInterface({
    description: textOrNull("ifAlias, or the vendor's description of an ONU"),
    _description: T.Optional(textOrNull('Vendor field behind description')),
    _name: T.Optional(textOrNull('Vendor field with a name')),
  }),
  example: [{ interface: examplePort, description: 'uplink' }],
})
