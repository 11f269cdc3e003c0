import { defineFamily, pick } from '@linecard/driver-kit'
import { unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { vlans } from '@linecard/driver-kit/modules'
import { c600Counters } from '../onus/counters.ts'
import { gpon1082 } from '../onus/gpon-1082.ts'
import { unis1082 } from '../onus/uni.ts'
import { placesC600 as places } from '../places.ts'
import { waitingGpon1082 } from '../onus/unregistered.ts'
import { bridgeVlans } from '../ports/vlans.ts'
import { oltChanges } from '../changes.ts'
import { oltCautions } from '../cautions.ts'
import { oltCli } from '../cli.ts'
import { onuC600 } from '../cli-onu.ts'
import { c600Dialect } from '../console/dialect.ts'
import { oltFdb } from '../console/fdb.ts'
import { detailModules } from '../console/onu-detail.ts'
import { profileModules } from '../console/profiles.ts'
import { snooping } from '../console/snooping.ts'
import { ipHosts, uniVlans } from '../console/unis.ts'
import { physicalOnu } from '../indexes.ts'
import { oltModules } from './olt.ts'

const olt: Olt = { places, trees: [[gpon1082]] }

/** C600, C610 and similar OLTs. */
export const c600 = defineFamily({
  id: 'c600',
  cli: { ...oltCli, onu: onuC600 },
  cautions: oltCautions,
  snmp: { maxRepetitions: 40 },
  modules: [
    ...oltModules('c600', olt, c600Counters),
    pick(bridgeVlans(olt), vlans),
    unis1082(olt),
    unregisteredModule(olt, [waitingGpon1082]),
    oltFdb(olt, c600Dialect),
    ...detailModules(olt, c600Dialect),
    ...profileModules(c600Dialect),
    snooping(olt),
    uniVlans(olt, c600Dialect),
    ipHosts(olt),
    ...oltChanges(olt, { uniIndex: physicalOnu.encode, actionIndex: physicalOnu.encode }),
  ],
})
