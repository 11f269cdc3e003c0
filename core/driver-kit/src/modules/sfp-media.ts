import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { examplePort, numberOrNull, perInterface, textOrNull } from './shapes.ts'

export const mediaFields = {
  serial_num: textOrNull('Serial number'),
  vendor_name: textOrNull('Maker'),
  part_number: textOrNull('Part number'),
  connector_type: textOrNull('Connector, e.g. LC, RJ45'),
  fiber_type: T.Optional(textOrNull('Fibre, e.g. single mode')),
  baud_rate: T.Optional(numberOrNull('Signalling rate, Mbaud')),
  eth_compliance_codes: T.Optional(textOrNull('Ethernet kind, e.g. 1000BASE-LX')),
  _wave_length: T.Optional(numberOrNull('Wavelength, nm')),
  _xpon_type: T.Optional(textOrNull('PON class')),
  _model: T.Optional(textOrNull('Model or description')),
}

/** Installed transceivers. */
export const sfpMedia = defineModule({
  name: 'sfp_media',
  kind: 'read',
  permission: 'device_show',
  summary: 'Installed transceivers',
  args: interfaceArgs,
  result: perInterface(mediaFields),
  example: [
    {
      interface: examplePort,
      serial_num: 'A0117',
      vendor_name: 'Acme',
      part_number: 'SFP-LX-20',
      connector_type: 'LC',
      _wave_length: 1310,
    },
  ],
})
