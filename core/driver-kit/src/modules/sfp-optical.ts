import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, loadOnlyArg } from './arguments.ts'
import { closed, examplePort, integerOrNull, numberOrNull, perInterface } from './shapes.ts'

export const opticalFields = {
  temp: numberOrNull('Temperature, °C'),
  vcc: numberOrNull('Supply voltage, V'),
  tx_bias: numberOrNull('Laser bias current, mA'),
  tx_power: numberOrNull('Sent power, dBm'),
  rx_power: numberOrNull('Received power, dBm; null: no light or not given'),
}

/** Measurements of transceivers (DDM, SFF-8472). `load_only` takes the names of the fields. */
export const sfpOptical = defineModule({
  name: 'sfp_optical',
  kind: 'read',
  permission: 'device_show',
  summary: 'Optical levels of transceivers',
  args: interfaceAnd({ load_only: T.Optional(loadOnlyArg) }),
  result: perInterface({
    ...opticalFields,
    _wavelength: T.Optional(numberOrNull('Wavelength, nm')),
    lanes: T.Optional(
      T.Array(
        closed({
          lane: integerOrNull('Number of the lane'),
          tx_bias: numberOrNull('mA'),
          tx_power: numberOrNull('dBm'),
          rx_power: numberOrNull('dBm'),
        }),
        {
          description:
            'Only for transceivers with several lanes. ' +
            'The fields above then have the lowest power and the highest current of all lanes',
        },
      ),
    ),
  }),
  example: [
    { interface: examplePort, temp: 41.2, vcc: 3.29, tx_bias: 12.4, tx_power: -2.1, rx_power: -11.86 },
  ],
})
