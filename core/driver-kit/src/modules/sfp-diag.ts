import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { closed, examplePort, orNull, perInterface } from './shapes.ts'
import { mediaFields } from './sfp-media.ts'
import { opticalFields } from './sfp-optical.ts'

/** Inventory and measurements of transceivers in one answer. */
export const sfpDiag = defineModule({
  name: 'sfp_diag',
  kind: 'read',
  permission: 'device_show',
  summary: 'Transceivers with optical levels',
  args: interfaceArgs,
  result: perInterface({
    media: orNull(closed(mediaFields), 'null: not given'),
    optical: orNull(closed(opticalFields), 'null: not given'),
  }),
  example: [
    {
      interface: examplePort,
      media: { serial_num: 'A0117', vendor_name: 'Acme', part_number: 'SFP-LX-20', connector_type: 'LC' },
      optical: { temp: 41.2, vcc: 3.29, tx_bias: 12.4, tx_power: -2.1, rx_power: -11.86 },
    },
  ],
})
