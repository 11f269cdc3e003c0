import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import { exampleOnu, macOrNull, perInterface } from './shapes.ts'

/** MAC addresses of EPON ONUs. */
export const ponOntsMacAddr = defineModule({
  name: 'pon_onts_mac_addr',
  kind: 'read',
  permission: 'device_show',
  summary: 'MAC addresses of EPON ONUs',
  args: interfaceAnd({
    use_cache: T.Optional(
      T.Enum(['yes', 'no'], { description: 'Kept for older clients; `from` selects the source' }),
    ),
  }),
  result: perInterface({ mac_address: macOrNull('MAC address of the ONU') }),
  example: [{ interface: exampleOnu, mac_address: '02:00:00:00:05:05' }],
})
