import { defineFamily, text } from '@linecard/driver-kit'
import { switchMibs, systemInfo } from '@linecard/driver-kit/builders'
import { oltMibs, onuModules } from '@linecard/driver-kit/onus'
import { cardModules } from './cards.ts'
import { an5516Cli } from './cli.ts'
import { sys } from './nodes.ts'
import { olt, unregistered } from './onus.ts'
import { ponOptics } from './optics.ts'
import { power, resources, temperature } from './system.ts'

const vendor = 'FiberHome'

/** AN5516 and AN6000: GEPON-OLT-COMMON-MIB. */
export const an5516 = defineFamily({
  id: 'an5516',
  cli: an5516Cli,
  modules: [
    systemInfo({
      vendor,
      noEntity: true,
      facts: { board_software_ver: text(`${sys}.3.0`), board_hardware_ver: text(`${sys}.4.0`) },
    }),
    resources,
    temperature,
    power,
    ...cardModules,
    ...onuModules(olt, { capacity: () => 128 }),
    unregistered,
    ponOptics,
    ...oltMibs(olt),
  ],
})

/** Switches: standard MIBs only. */
export const switches = defineFamily({
  id: 'switch',
  modules: [systemInfo({ vendor }), ...switchMibs({}, [])],
})
