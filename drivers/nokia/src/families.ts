import { defineFamily, map, text } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { boardTemperatures, cardModules, resources } from './boards.ts'
import { isamCli } from './cli.ts'
import { olt, ponOptics } from './onus.ts'

/** `NFXS-A FX-8 ISAM release R6.2.04`. */
const release = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => /\b(?:R|L6GPAA|L6FX)\d+(?:\.\d+)+[a-z]?\b/.exec(descr)?.[0] ?? null,
)

/** ISAM 7302, 7330, 7360 and other nodes with the ASAM MIBs. */
export const isam = defineFamily({
  id: 'isam',
  cli: isamCli,
  modules: [
    systemInfo({ vendor: 'Nokia', facts: { board_software_ver: release } }),
    resources,
    boardTemperatures,
    ...cardModules,
    ...onuModules(olt, { capacity: () => 128 }),
    ponOptics,
    ...oltMibs(olt),
  ],
})
