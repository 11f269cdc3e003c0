import { defineFamily } from '@linecard/driver-kit'
import { unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { xponCounters } from '../onus/counters.ts'
import { epon1015 } from '../onus/epon.ts'
import { gpon1012 } from '../onus/gpon-1012.ts'
import { gpon1082, gponLight } from '../onus/gpon-1082.ts'
import { unis1082 } from '../onus/uni.ts'
import { places } from '../places.ts'
import { waitingEpon, waitingGpon1012, waitingGpon1082 } from '../onus/unregistered.ts'
import { uplinkMacs } from '../ports/fdb.ts'
import type { ChassisParams } from '../params.ts'
import { oltChanges } from '../changes.ts'
import { oltCautions } from '../cautions.ts'
import { oltCli } from '../cli.ts'
import { onuC300 } from '../cli-onu.ts'
import { c300Fw12Dialect, c300Fw21Dialect } from '../console/dialect.ts'
import { oltFdb } from '../console/fdb.ts'
import { detailModules } from '../console/onu-detail.ts'
import { profileModules } from '../console/profiles.ts'
import { consoleUnis, ipHosts, uniVlans } from '../console/unis.ts'
import { physicalOnu } from '../indexes.ts'
import { bridgeVlans, namedVlans } from '../ports/vlans.ts'
import { oltModules } from './olt.ts'

const old: Olt = { places, trees: [[gpon1012], [epon1015]] }
/**
 * Some devices with firmware 2.1 fill .1012, some fill .1082, and some give only the received light of
 * their ONUs.
 */
const both: Olt = { places, trees: [[gpon1012, gpon1082, gponLight], [epon1015]] }

/** C300 and C320 of firmware 1.2. */
export const c300Fw12 = defineFamily<ChassisParams>({
  id: 'c300-fw12',
  cli: { ...oltCli, onu: onuC300 },
  cautions: oltCautions,
  snmp: { maxRepetitions: 30 },
  modules: [
    ...oltModules('c300-fw12', old, xponCounters),
    namedVlans(),
    unregisteredModule(old, [waitingGpon1012, waitingEpon]),
    oltFdb(old, c300Fw12Dialect),
    ...detailModules(old, c300Fw12Dialect),
    ...profileModules(c300Fw12Dialect),
    consoleUnis(old),
    uniVlans(old, c300Fw12Dialect),
    ipHosts(old),
    ...oltChanges(old, {}),
  ],
})

/** C300 and C320 of firmware 2.1. */
export const c300Fw21 = defineFamily({
  id: 'c300-fw21',
  cli: { ...oltCli, onu: onuC300 },
  cautions: oltCautions,
  snmp: { maxRepetitions: 30 },
  modules: [
    ...oltModules('c300-fw21', both, xponCounters),
    ...bridgeVlans(both),
    unis1082(both),
    unregisteredModule(both, [waitingGpon1012, waitingGpon1082, waitingEpon]),
    oltFdb(both, c300Fw21Dialect, uplinkMacs),
    ...detailModules(both, c300Fw21Dialect),
    ...profileModules(c300Fw21Dialect),
    uniVlans(both, c300Fw21Dialect),
    ipHosts(both),
    ...oltChanges(both, { uniIndex: physicalOnu.encode }),
  ],
})
