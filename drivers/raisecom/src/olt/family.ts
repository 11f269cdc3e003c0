import { defineFamily, map, text } from '@linecard/driver-kit'
import { systemInfo } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { cardModules } from './cards.ts'
import { olt } from './onus.ts'

/** `ROAP Version ISCOM6820-GP_ROAP_2.61.3(a)_20161019`. */
const version = map(text('1.3.6.1.2.1.1.1.0'), descr => /ROAP_([^\s_]+)/.exec(descr)?.[1] ?? null)

/** ISCOM chassis with ROAP and GPON. */
export const gponOlt = defineFamily({
  id: 'roap-gpon',
  modules: [
    systemInfo({ vendor: 'Raisecom', facts: { board_software_ver: version } }),
    ...cardModules,
    ...onuModules(olt, { capacity: () => 128 }),
    ...oltMibs(olt),
  ],
})
