import type { Implementation } from '@linecard/driver-kit'
import { ipMib, lldp, qBridgeVlans } from '@linecard/driver-kit/builders'
import { forPorts, onuModules, type Capacity, type Olt } from '@linecard/driver-kit/onus'
import { fdbOf } from '../console/fdb.ts'
import { snooping } from '../console/snooping.ts'
import { counters } from '../onus/common.ts'
import type { EthernetKeys } from '../place.ts'
import { systemModules } from '../ports/system.ts'
import { transceiverModules, type PonOptics } from '../ports/transceivers.ts'

/** What EPON and GPON OLTs have in common. */
export const oltModules = (
  olt: Olt,
  { keys, capacity, optics }: { keys: EthernetKeys; capacity: Capacity; optics: PonOptics },
): Implementation[] => [
  ...systemModules,
  ...onuModules(olt, { capacity, counters: counters(olt.places) }),
  ...transceiverModules(olt, optics),
  ...forPorts(olt, [...qBridgeVlans(), lldp(), ...ipMib()]),
  fdbOf(olt, keys),
  snooping(olt, keys),
]
