import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, loadOnlyArg } from './arguments.ts'
import { examplePon, numberOrNull, perInterface, textOrNull } from './shapes.ts'

/** Measurements of the OLT's own PON transceivers. `load_only` takes temp, voltage, bias, tx. */
export const ponPortsOptical = defineModule({
  name: 'pon_ports_optical',
  kind: 'read',
  permission: 'device_show',
  summary: 'Optical levels of PON ports',
  args: interfaceAnd({ load_only: T.Optional(loadOnlyArg) }),
  result: perInterface({
    temp: numberOrNull('Temperature, °C'),
    voltage: numberOrNull('Supply voltage, V'),
    bias: numberOrNull('Laser bias current, mA'),
    tx: numberOrNull('Sent power, dBm'),
    vendor: T.Optional(textOrNull('Maker of the transceiver')),
    product_name: T.Optional(textOrNull('Part number of the transceiver')),
  }),
  example: [{ interface: examplePon, temp: 43.5, voltage: 3.31, bias: 14.2, tx: 4.6 }],
})
