import { defineFamily, map, text } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { zynosCli } from '../cli.ts'
import { boardResources, boardTemperatures } from '../ies.ts'
import { cardModules } from './cards.ts'
import { ies } from './nodes.ts'
import { olt, unregistered } from './onus.ts'
import { ponOptics } from './optics.ts'

/** IES5206, IES5212 and IES6217: a chassis with boards for DSL, Ethernet and GPON. */
export const ies5206 = defineFamily({
  id: 'ies-5206',
  cli: zynosCli,
  modules: [
    systemInfo({
      vendor: 'Zyxel',
      facts: {
        board_software_ver: map(text(`${ies}.16.1.0`), version => version.split(' | ')[0]!),
        serial_num: text(`${ies}.16.12.5.0`),
      },
    }),
    boardResources(),
    boardTemperatures(),
    ...cardModules,
    ...onuModules(olt, { capacity: () => 128 }),
    unregistered,
    ponOptics,
    ...oltMibs(olt),
  ],
})
