import type { Implementation } from '../contract/implementation.ts'
import { pick } from '../contract/pick.ts'
import { ifCounterModules } from '../builders/if-counters.ts'
import { ifLinkModules } from '../builders/if-links.ts'
import { linkInfo } from '../modules/index.ts'
import { counterModules, type OnuCounters } from './counters.ts'
import { descriptionModule } from './descriptions.ts'
import { forPorts, forRows } from './for-ports.ts'
import { identityModules } from './identity.ts'
import { interfaceModules } from './interfaces.ts'
import { opticalModule } from './optical.ts'
import { ponPortModules, type Capacity } from './pon-ports.ts'
import { reasonsModule } from './reasons.ts'
import { statusModule } from './status.ts'
import type { Olt } from './tree.ts'

/**
 * The reading modules that every OLT has: interfaces with ONUs, links, descriptions, counters, PON ports,
 * state, light, reasons and identity of ONUs. A tree without data of a kind leaves its module out.
 */
export const onuModules = (
  olt: Olt,
  { capacity, counters }: { capacity: Capacity; counters?: OnuCounters | readonly OnuCounters[] },
): Implementation[] => {
  const trees = olt.trees.flat()
  return [
    ...interfaceModules(olt),
    // An OLT whose ONUs are rows of ifTable alone: their links are there too.
    ...(olt.trees.some(([newest]) => newest?.finder) ? forRows : forPorts)(olt, [
      pick(ifLinkModules(), linkInfo),
    ]),
    descriptionModule(olt),
    ...(counters ? counterModules(olt, counters) : forPorts(olt, ifCounterModules())),
    ...ponPortModules(olt, capacity),
    statusModule(olt),
    ...(trees.some(({ atOlt, atOnu }) => atOlt ?? atOnu) ? [opticalModule(olt)] : []),
    ...(trees.some(({ times }) => times) ? [reasonsModule(olt)] : []),
    ...identityModules(olt),
  ]
}
