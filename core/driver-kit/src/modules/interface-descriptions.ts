import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import { examplePort, perInterface, textOrNull } from './shapes.ts'

/**
 * Descriptions that people gave to ports and ONUs. An empty description is "", null means the device does not
 * give one.
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
        description: 'Which part of a description with $$ between its parts; absent: the last',
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
