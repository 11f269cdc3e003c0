import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { InterfaceRef, closed, integerOrNull, macOrNull, orNull, textOrNull } from './shapes.ts'

/** Management address and gateway. The gateway is the next hop of the default route. It is never guessed. */
export const netSettings = defineModule({
  name: 'net_settings',
  kind: 'read',
  permission: 'device_show',
  summary: 'Management address, mask and gateway',
  args: noArgs,
  result: closed({
    virtual_iface_id: integerOrNull('Bind key of the interface that carries the address'),
    self_ip: textOrNull('Management address of the device'),
    self_mac_address: macOrNull('MAC address of that interface'),
    netmask: textOrNull('Mask, dotted'),
    gateway_ip: textOrNull('Next hop of the default route'),
    gateway_mac_address: macOrNull('MAC address of the gateway from the ARP table'),
    addresses: T.Array(
      closed({
        ip: T.String({ description: 'IP address' }),
        prefix_length: integerOrNull('Length of the network prefix'),
        interface: orNull(InterfaceRef, 'Interface; null: not given'),
      }),
      { description: 'All addresses of the device' },
    ),
  }),
  expected: ['self_ip'],
  example: {
    virtual_iface_id: 1001,
    self_ip: '192.0.2.10',
    self_mac_address: '02:00:00:00:01:00',
    netmask: '255.255.255.0',
    gateway_ip: '192.0.2.1',
    gateway_mac_address: '02:00:00:00:00:01',
    addresses: [
      {
        ip: '192.0.2.10',
        prefix_length: 24,
        interface: { id: 1001, name: 'Vlan1', type: 'VLAN', parent: null, if_index: 1001 },
      },
    ],
  },
})
