import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd } from './arguments.ts'
import { exampleOnu, perInterface, textOrNull } from './shapes.ts'

export const serialFields = {
  _serial_ascii: T.Optional(
    textOrNull('Serial number as 4 letters and 8 hexadecimal digits, e.g. ZTEGC1086C70'),
  ),
  _serial_hex: T.Optional(textOrNull('Serial number as 16 hexadecimal digits, e.g. 5A544547C1086C70')),
  _vendor_prefix: T.Optional(textOrNull("Maker's four letters")),
}

/** Serial numbers of GPON ONUs. */
export const ponOntsSerial = defineModule({
  name: 'pon_onts_serial',
  kind: 'read',
  permission: 'device_show',
  summary: 'Serial numbers of GPON ONUs',
  args: interfaceAnd({
    sn_as_ascii: T.Optional(
      T.Union([T.Boolean(), T.String()], {
        description: 'yes: serial as letters and digits if the device gives hex',
      }),
    ),
    use_cache: T.Optional(
      T.Enum(['yes', 'no'], { description: 'Kept for older clients; `from` selects the source' }),
    ),
  }),
  result: perInterface({
    serial: textOrNull("Serial number as this vendor's command line takes it"),
    ...serialFields,
  }),
  example: [
    {
      interface: exampleOnu,
      serial: 'ZTEGC1086C70',
      _serial_ascii: 'ZTEGC1086C70',
      _serial_hex: '5A544547C1086C70',
      _vendor_prefix: 'ZTEG',
    },
  ],
})
