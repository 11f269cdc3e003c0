import { defineFamily, pick } from '@linecard/driver-kit'
import { vlans } from '@linecard/driver-kit/modules'
import { c600Counters } from '../onus/counters.ts'
import { gpon1082 } from '../onus/gpon-1082.ts'
import type { OnuTrees } from '../onus/tree.ts'
import { uniModule } from '../onus/uni.ts'
import { unregisteredModule, waitingGpon1082 } from '../onus/unregistered.ts'
import { bridgeVlans } from '../ports/vlans.ts'
import { oltModules } from './olt.ts'

const trees: OnuTrees = [[gpon1082]]

/** C600, C610 and similar OLTs. */
export const c600 = defineFamily({
  id: 'c600',
  snmp: { maxRepetitions: 30 },
  modules: [
    ...oltModules('c600', trees, c600Counters),
    pick(bridgeVlans(trees), vlans),
    uniModule(trees),
    unregisteredModule([waitingGpon1082]),
  ],
})
