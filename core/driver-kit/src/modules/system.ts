import { Type as T } from 'typebox'
import { deviceTypes } from '../contract/model.ts'
import { defineModule } from '../contract/module.ts'
import { noArgs } from './arguments.ts'
import { closed, macOrNull, orNull, textOrNull } from './shapes.ts'

/**
 * Identity of the device. `uptime_sec` is a string of whole seconds, because clients of the reference system
 * expect a string. Unlike there, it never has hundredths of a second.
 */
export const system = defineModule({
  name: 'system',
  kind: 'read',
  permission: 'device_show',
  summary: 'Identity, location, uptime and versions',
  args: noArgs,
  result: closed({
    descr: textOrNull('sysDescr'),
    object_id: textOrNull('sysObjectID, dotted, without leading dot'),
    uptime: textOrNull('Time since start of the agent as text, e.g. 8d 9h 55min 32sec'),
    uptime_sec: orNull(
      T.String({ pattern: '^[0-9]+$' }),
      'Time since start of the agent in seconds, as decimal string. sysUpTime wraps at 497 days',
    ),
    contact: textOrNull('sysContact'),
    name: textOrNull('sysName'),
    location: textOrNull('sysLocation'),
    mac_addr: macOrNull('MAC address of the device'),
    serial_num: textOrNull('Serial number'),
    vendor_name: textOrNull('Maker, as given by the device or its driver'),
    board_software_ver: textOrNull('Software or firmware version'),
    board_hardware_ver: textOrNull('Hardware version'),
    meta: closed(
      {
        key: T.String({ description: 'Key of the model' }),
        name: T.String({ description: 'Name of the model' }),
        type: T.String({ description: `Kind of device: ${deviceTypes.join(' ')}` }),
        ports: orNull(T.Integer(), 'Number of physical ports if it is fixed for the model'),
      },
      'Model that detection found',
    ),
  }),
  expected: ['name', 'mac_addr', 'serial_num', 'board_software_ver'],
  example: {
    descr: 'Acme A24 24-port switch',
    object_id: '1.3.6.1.4.1.99999.1.24',
    uptime: '8d 9h 55min 32sec',
    uptime_sec: '726932',
    contact: null,
    name: 'sw-17',
    location: 'Rack 4',
    mac_addr: '02:00:00:00:01:00',
    serial_num: 'A24-000117',
    vendor_name: 'Acme',
    board_software_ver: '1.6.0',
    board_hardware_ver: null,
    meta: { key: 'acme_a24', name: 'Acme A24', type: 'SWITCH', ports: 24 },
  },
})
