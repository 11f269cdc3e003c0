import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { examplePort, integerOrNull, perInterface } from './shapes.ts'

/** VLAN of the untagged frames that a port receives (dot1qPvid). */
export const pvid = defineModule({
  name: 'pvid',
  kind: 'read',
  permission: 'device_show',
  summary: 'Port VLAN id',
  args: interfaceArgs,
  result: perInterface({ pvid: integerOrNull('VLAN id') }),
  example: [{ interface: examplePort, pvid: 303 }],
})
