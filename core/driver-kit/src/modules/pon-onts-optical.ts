import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceAnd, loadOnlyArg } from './arguments.ts'
import { exampleOnu, numberOrNull, perInterface } from './shapes.ts'

/**
 * Optical levels of ONUs. A sentinel of the device ("no light", "offline") is null, never a number.
 * `load_only` takes the names of the fields.
 */
export const ponOntsOptical = defineModule({
  name: 'pon_onts_optical',
  kind: 'read',
  permission: 'device_show',
  summary: 'Optical levels of ONUs',
  args: interfaceAnd({ load_only: T.Optional(loadOnlyArg) }),
  result: perInterface({
    rx: numberOrNull('Received by the ONU, dBm'),
    tx: numberOrNull('Sent by the ONU, dBm'),
    olt_rx: numberOrNull('Received by the OLT from this ONU, dBm'),
    olt_tx: T.Optional(numberOrNull('Sent by the OLT, dBm')),
    temp: numberOrNull("Temperature of the ONU's optics, °C"),
    voltage: numberOrNull("Supply voltage of the ONU's optics, V"),
    bias: T.Optional(numberOrNull('Laser bias current of the ONU, mA')),
    distance: numberOrNull('Length of fibre, m'),
  }),
  example: [
    {
      interface: exampleOnu,
      rx: -23.19,
      tx: 1.91,
      olt_rx: -25.2,
      temp: 31.85,
      voltage: 3.34,
      distance: 2636,
    },
  ],
})
