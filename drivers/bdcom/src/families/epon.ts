import { defineFamily } from '@linecard/driver-kit'
import type { Olt } from '@linecard/driver-kit/onus'
import { eponChanges } from '../changes.ts'
import { profile } from '../cli.ts'
import { onuCli } from '../cli-onu.ts'
import { consoleReasons } from '../console/reasons.ts'
import { placesWith } from '../index-map.ts'
import { eponNotifications } from '../notifications.ts'
import { eponLimits } from '../onus/bandwidth.ts'
import { eponOlt, oltRxOf } from '../onus/epon.ts'
import { eponUnis, eponUniVlans } from '../onus/uni.ts'
import { eponUnregistered } from '../onus/waiting.ts'
import { eponKeys } from '../place.ts'
import { eponCapacity } from '../ports/capacity.ts'
import { eponOptics } from '../ports/transceivers.ts'
import { oltModules } from './olt.ts'

const places = placesWith(eponKeys)

const eponModules = (olt: Olt) => [
  ...oltModules(olt, { keys: eponKeys, capacity: eponCapacity, optics: eponOptics }),
  eponUnis(olt),
  eponUniVlans(olt),
  eponUnregistered(olt),
  eponLimits(olt),
  ...eponChanges(olt),
]

const olt = eponOlt(places, { oltRx: oltRxOf.ext, bindings: true })
/** P3310C, P3310D, P3608B, P3612-2TE, P3616-2TE and the other P36xx. */
export const epon = defineFamily({
  id: 'epon',
  cli: { ...profile, onu: onuCli },
  snmp: { maxRepetitions: 20 },
  notifications: eponNotifications,
  modules: eponModules(olt),
})

const older = eponOlt(places, { oltRx: oltRxOf.p3310b, bindings: false })
/** P3310B has no table of bindings, and measures light in another one. */
export const p3310b = defineFamily({
  id: 'p3310b',
  cli: { ...profile, onu: onuCli },
  snmp: { maxRepetitions: 20 },
  notifications: eponNotifications,
  modules: [...eponModules(older), consoleReasons(older)],
})
