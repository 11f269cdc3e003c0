import { defineFamily } from '@linecard/driver-kit'
import { xponCounters } from '../onus/counters.ts'
import { epon1015 } from '../onus/epon.ts'
import { gpon1012 } from '../onus/gpon-1012.ts'
import { gpon1082, gponLight } from '../onus/gpon-1082.ts'
import type { OnuTrees } from '../onus/tree.ts'
import { uniModule } from '../onus/uni.ts'
import { unregisteredModule, waitingEpon, waitingGpon1012, waitingGpon1082 } from '../onus/unregistered.ts'
import { uplinkFdb } from '../ports/fdb.ts'
import type { ChassisParams } from '../params.ts'
import { bridgeVlans, namedVlans } from '../ports/vlans.ts'
import { oltModules } from './olt.ts'

const old: OnuTrees = [[gpon1012], [epon1015]]
/**
 * Some devices with firmware 2.1 fill .1012, some fill .1082, and some give only the received light of
 * their ONUs.
 */
const both: OnuTrees = [[gpon1012, gpon1082, gponLight], [epon1015]]

/** C300 and C320 of firmware 1.2. */
export const c300Fw12 = defineFamily<ChassisParams>({
  id: 'c300-fw12',
  snmp: { maxRepetitions: 30 },
  modules: [
    ...oltModules('c300-fw12', old, xponCounters),
    namedVlans(),
    unregisteredModule([waitingGpon1012, waitingEpon]),
  ],
})

/** C300 and C320 of firmware 2.1. */
export const c300Fw21 = defineFamily({
  id: 'c300-fw21',
  snmp: { maxRepetitions: 30 },
  modules: [
    ...oltModules('c300-fw21', both, xponCounters),
    ...bridgeVlans(both),
    uplinkFdb(),
    uniModule(both),
    unregisteredModule([waitingGpon1012, waitingGpon1082, waitingEpon]),
  ],
})
