import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import {
  adminState,
  booleanOrNull,
  examplePort,
  integerOrNull,
  linkState,
  macOrNull,
  numberOrNull,
  perInterface,
  textOrNull,
  wordOrNull,
} from './shapes.ts'

/** State of ports. A combo port has one row per medium. */
export const linkInfo = defineModule({
  name: 'link_info',
  kind: 'read',
  permission: 'device_show',
  summary: 'Admin state, link, speed and duplex of interfaces',
  args: interfaceAnd({
    type: T.Optional(
      T.Union([T.String(), T.Array(T.String())], { description: 'Only these types, as list or comma list' }),
    ),
  }),
  result: perInterface({
    oper_status: linkState,
    admin_state: adminState,
    nway_status: textOrNull(
      'Speed and duplex in one word, e.g. 100-Full, 1G-Full, 10G; Down if there is no link',
    ),
    admin_speed: T.Optional(textOrNull('Configured speed, e.g. Auto, 100-Full')),
    speed_mbps: numberOrNull('Speed, Mbit/s (ifHighSpeed, else ifSpeed)'),
    duplex: wordOrNull(['Full', 'Half'], 'Duplex; null: not given or no link'),
    medium_type: wordOrNull(['Copper', 'Fiber'], 'Medium; null: not given'),
    type: T.String({ description: 'Type of the interface' }),
    description: textOrNull('Configured description (ifAlias)'),
    connector_present: booleanOrNull('True for a port with a socket (ifConnectorPresent)'),
    address_learning: wordOrNull(['Enabled', 'Disabled'], 'MAC learning; null: not given'),
    last_change: textOrNull('Time since the link last changed as text, e.g. 8d 1h 2min 3sec'),
    last_change_sec: integerOrNull('Time since the link last changed, seconds (sysUpTime − ifLastChange)'),
    mtu: integerOrNull('ifMtu, octets'),
    mac_address: macOrNull('ifPhysAddress'),
  }),
  example: [
    {
      interface: examplePort,
      oper_status: 'Up',
      admin_state: 'Enabled',
      nway_status: '1G-Full',
      speed_mbps: 1000,
      duplex: 'Full',
      medium_type: null,
      type: 'ETH',
      description: 'uplink',
      connector_present: true,
      address_learning: null,
      last_change: '0d 2h 0min 5sec',
      last_change_sec: 7205,
      mtu: 1500,
      mac_address: '02:00:00:00:01:03',
    },
  ],
})
