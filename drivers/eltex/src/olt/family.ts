import { defineFamily, integer, map, text } from '@linecard/driver-kit'
import { systemInfo, temperatureTable } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { ltpCli } from '../cli.ts'
import { sys } from './nodes.ts'
import { olt, unregistered } from './onus.ts'

/** 0 and below is no sensor. */
const sensor = (column: number) =>
  map(integer(`${sys}.10.${column}`), value => (value > 0 && value < 150 ? value : null))

/** LTP-4X, LTP-8X: an agent with ELTEX-LTP8X. */
export const ltpOlt = defineFamily({
  id: 'ltp',
  cli: ltpCli,
  modules: [
    systemInfo({
      vendor: 'Eltex',
      noEntity: true,
      facts: {
        board_software_ver: text(`${sys}.1.6.0`),
        board_hardware_ver: text(`${sys}.1.8.0`),
        serial_num: text(`${sys}.1.7.0`),
      },
    }),
    temperatureTable({ value: sensor(10) }, () => 'Sensor 1'),
    ...onuModules(olt, { capacity: () => 64 }),
    unregistered,
    ...oltMibs(olt),
  ],
})
