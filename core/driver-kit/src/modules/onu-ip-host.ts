import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { oneInterfaceArgs } from './arguments.ts'
import { closed, macOrNull, textOrNull } from './shapes.ts'

/** IP hosts inside one ONU. */
export const onuIpHost = defineModule({
  name: 'onu_ip_host',
  kind: 'read',
  permission: 'device_show',
  summary: 'IP hosts of an ONU',
  args: oneInterfaceArgs,
  result: closed({
    data: T.Array(
      closed({
        host_id: T.Integer({ description: 'Number of the host' }),
        mac_address: macOrNull('MAC address'),
        current_ip_address: textOrNull('Address'),
        current_mask: textOrNull('Mask'),
        current_gateway: textOrNull('Gateway'),
        current_primary_dns: textOrNull('First DNS server'),
        current_second_dns: textOrNull('Second DNS server'),
      }),
    ),
  }),
  example: {
    data: [
      {
        host_id: 1,
        mac_address: '02:00:00:00:05:06',
        current_ip_address: '192.0.2.77',
        current_mask: '255.255.255.0',
        current_gateway: '192.0.2.1',
        current_primary_dns: '192.0.2.53',
        current_second_dns: null,
      },
    ],
  },
})
