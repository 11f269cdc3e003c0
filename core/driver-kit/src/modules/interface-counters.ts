import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import { counterOrNull, examplePort, orNull, perInterface } from './shapes.ts'

/** Counters since the start of the device. They can wrap, and a device can reset them at any time. */
export const interfaceCounters = defineModule({
  name: 'interface_counters',
  kind: 'read',
  permission: 'device_show',
  summary: 'Traffic, error and discard counters',
  args: interfaceAnd({
    interface_type: T.Optional(T.Enum(['PHYSICAL', 'ONU'], { description: 'Only ports, or only ONUs' })),
  }),
  result: perInterface({
    in_octets: counterOrNull('Received, octets'),
    out_octets: counterOrNull('Sent, octets'),
    in_ucast_pkts: counterOrNull('Received, unicast packets'),
    out_ucast_pkts: counterOrNull('Sent, unicast packets'),
    in_multicast_pkts: counterOrNull('Received, multicast packets'),
    out_multicast_pkts: counterOrNull('Sent, multicast packets'),
    in_broadcast_pkts: counterOrNull('Received, broadcast packets'),
    out_broadcast_pkts: counterOrNull('Sent, broadcast packets'),
    in_errors: counterOrNull('Received, packets with errors'),
    out_errors: counterOrNull('Not sent because of errors, packets'),
    in_discards: counterOrNull('Received and dropped, packets'),
    out_discards: counterOrNull('Discarded without error before sending, packets'),
    in_crc_errors: T.Optional(counterOrNull('Received with a bad checksum, packets')),
    out_crc_errors: T.Optional(counterOrNull('Sent with a bad checksum, packets')),
    discontinuity: T.Optional(
      T.Number({
        minimum: 0,
        description:
          'Uptime of the device when counters of this interface last started again, seconds; 0: with the ' +
          'device. Absent: the device does not tell it',
      }),
    ),
    bits: orNull(
      T.Enum([32, 64]),
      'Width of the octet counters: at 1 Gbit/s a 32-bit counter wraps within 34 s',
    ),
  }),
  example: [
    {
      interface: examplePort,
      in_octets: 95170599767,
      out_octets: '18446744073709551000',
      in_ucast_pkts: 1200,
      out_ucast_pkts: 900,
      in_multicast_pkts: 12,
      out_multicast_pkts: 30,
      in_broadcast_pkts: 4,
      out_broadcast_pkts: 8,
      in_errors: 0,
      out_errors: 0,
      in_discards: 0,
      out_discards: 2,
      bits: 64,
    },
  ],
})
