import { map, pick, text, type Implementation } from '@linecard/driver-kit'
import { ifLinkModules, lldp, systemInfo } from '@linecard/driver-kit/builders'
import { linkInfo } from '@linecard/driver-kit/modules'
import { cardModules } from '../cards/modules.ts'
import type { Chassis } from '../cards/read.ts'
import { counterModules, type OnuCounters } from '../onus/counters.ts'
import { descriptionModule } from '../onus/descriptions.ts'
import { identityModules } from '../onus/identity.ts'
import { interfaceModules } from '../onus/interfaces.ts'
import { opticalModule } from '../onus/optical.ts'
import { reasonsModule } from '../onus/reasons.ts'
import { statusModule } from '../onus/status.ts'
import type { OnuTrees } from '../onus/tree.ts'
import type { ChassisParams } from '../params.ts'
import { ponPortModules } from '../ports/pon.ts'
import { transceiverModules } from '../ports/transceivers.ts'
import { forPorts } from '../onus/for-ports.ts'

/**
 * The last `V1.2.3` of sysDescr is the software version. A version of the operating system can be before
 * it.
 */
export const softwareVersion = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => descr.match(/\bV\d+(?:\.\w+)+/g)?.at(-1) ?? null,
)
/** Serial number of the shelf, which is a "container" in ENTITY-MIB of this agent. */
const shelfSerial = text('1.3.6.1.2.1.47.1.1.1.1.11.1')

/** Modules of all ZTE OLTs over SNMP. */
export const oltModules = (
  chassis: Chassis,
  trees: OnuTrees,
  counters: OnuCounters,
): Implementation<ChassisParams | undefined>[] => [
  systemInfo({
    vendor: 'ZTE',
    noEntity: true,
    facts: { serial_num: shelfSerial, board_software_ver: softwareVersion },
  }),
  ...interfaceModules(trees),
  ...forPorts(trees, [pick(ifLinkModules(), linkInfo)]),
  descriptionModule(trees),
  ...counterModules(trees, counters),
  ...forPorts(trees, [lldp()]),
  ...cardModules(chassis),
  ...ponPortModules(chassis),
  ...transceiverModules(trees, chassis),
  statusModule(trees),
  opticalModule(trees),
  reasonsModule(trees),
  ...identityModules(trees),
]
