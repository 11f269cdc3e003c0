import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, integerOrNull, textOrNull } from './shapes.ts'

/**
 * BGP facts of the device itself (BGP4-MIB scalars). All are null if the device does not run BGP or does not
 * report them.
 */
export const bgpInfo = defineModule({
  name: 'bgp_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'Own BGP version, AS and identifier',
  args: noArgs,
  result: closed({
    version: integerOrNull('Highest BGP version (bgpVersion)'),
    local_as: integerOrNull('Own AS number (bgpLocalAs)'),
    identifier: textOrNull('Own BGP identifier (bgpIdentifier)'),
  }),
  example: { version: 4, local_as: 64512, identifier: '192.0.2.1' },
})
