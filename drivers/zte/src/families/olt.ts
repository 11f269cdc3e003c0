import { map, text, type Implementation } from '@linecard/driver-kit'
import { lldp, systemInfo } from '@linecard/driver-kit/builders'
import { forPorts, onuModules, type Olt, type OnuCounters } from '@linecard/driver-kit/onus'
import { cardModules } from '../cards/modules.ts'
import type { Chassis } from '../cards/read.ts'
import type { ChassisParams } from '../params.ts'
import { capacityOf } from '../ports/pon.ts'
import { transceiverModules } from '../ports/transceivers.ts'

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
  olt: Olt,
  counters: OnuCounters,
): Implementation<ChassisParams | undefined>[] => [
  systemInfo({
    vendor: 'ZTE',
    noEntity: true,
    facts: { serial_num: shelfSerial, board_software_ver: softwareVersion },
  }),
  ...onuModules(olt, { capacity: capacityOf(chassis), counters }),
  ...forPorts(olt, [lldp()]),
  ...cardModules(chassis),
  ...transceiverModules(olt, chassis),
]
