import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, Interface, exampleOnu, macOrNull, orNull, textOrNull, wordOrNull } from './shapes.ts'
import { serialFields } from './pon-onts-serial.ts'

/** ONUs that are connected but not provisioned. */
export const unregisteredOnts = defineModule({
  name: 'unregistered_onts',
  kind: 'read',
  permission: 'device_show',
  summary: 'ONUs waiting to be registered',
  args: closed({
    type: T.Optional(T.Enum(['all', 'gpon', 'epon'], { description: 'Technology; absent: all' })),
    sn_as_ascii: T.Optional(T.Union([T.Boolean(), T.String()])),
  }),
  result: T.Array(
    closed({
      interface: orNull(Interface, 'PON port of the ONU'),
      _ident: T.String({ description: 'Value for the registration: the serial number or the MAC address' }),
      serial: textOrNull('Serial number (GPON)'),
      mac_address: macOrNull('MAC address (EPON)'),
      ...serialFields,
      password: textOrNull('Registration password that the ONU sends; some registrations use it'),
      check_code: T.Optional(textOrNull('Check code of the loid')),
      model: textOrNull('Model'),
      version: textOrNull('Hardware version'),
      fw_version: textOrNull('Software version'),
      equipment_id: textOrNull('Equipment id'),
      loid: textOrNull('Logical ONU id'),
      reg_time: textOrNull("When the ONU was first seen, by the device's clock"),
      type: wordOrNull(['gpon', 'epon'], 'Technology; null: unknown'),
      custom_info: T.Optional(textOrNull('Other information of the vendor')),
    }),
  ),
  example: [
    {
      interface: { ...exampleOnu, id: 101, name: 'gpon0/1', type: 'PON', parent: null, if_index: 101 },
      _ident: 'ZTEGC1086C71',
      serial: 'ZTEGC1086C71',
      mac_address: null,
      _serial_hex: '5A544547C1086C71',
      password: null,
      model: 'F660',
      version: 'V6.0',
      fw_version: null,
      equipment_id: null,
      loid: null,
      reg_time: null,
      type: 'gpon',
    },
  ],
})
