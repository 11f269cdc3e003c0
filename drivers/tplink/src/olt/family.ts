import { defineFamily, integer, text } from '@linecard/driver-kit'
import { ownResources, systemInfo, temperatureTable } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { jetstreamCli } from '../cli.ts'
import { own } from '../tables.ts'
import { olt } from './onus.ts'

/** DeltaStream: system objects as those of the switches, and ONUs. */
export const deltaStream = defineFamily({
  id: 'deltastream',
  cli: jetstreamCli,
  modules: [
    systemInfo({
      vendor: 'TP-Link',
      noEntity: true,
      facts: { board_software_ver: text(`${own}.1.1.6.0`), board_hardware_ver: text(`${own}.1.1.5.0`) },
    }),
    ownResources({
      cpu: { min5: integer(`${own}.4.1.1.1.1.4`) },
      memory: { util: integer(`${own}.4.1.3.1.1.2`) },
    }),
    temperatureTable({ value: integer(`${own}.4.1.2.1.1.2`) }, index => `Unit ${index}`),
    ...onuModules(olt, { capacity: () => 128 }),
    ...oltMibs(olt),
  ],
})
