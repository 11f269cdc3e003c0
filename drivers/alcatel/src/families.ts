import { defineFamily } from '@linecard/driver-kit'
import {
  radlanFacts,
  radlanResources,
  radlanTemperatures,
  standardMibs,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { aosChanges, omniStackChanges } from './changes.ts'
import { aosCli, omniStackCli } from './cli.ts'

const vendor = 'Alcatel-Lucent'
const radlan = { node: '1.3.6.1.4.1.89', fans: 5 } as const

/** OmniStack LS 6200 has RADLAN's agent. */
export const omnistackLs = defineFamily({
  id: 'omnistack-ls',
  cli: omniStackCli,
  modules: [
    systemInfo({ vendor, facts: radlanFacts(radlan.node) }),
    radlanResources(radlan),
    radlanTemperatures(radlan),
    ...switchMibs(),
    ...omniStackChanges(),
  ],
})

export const aos = defineFamily({
  id: 'aos',
  cli: aosCli,
  modules: [systemInfo({ vendor }), ...switchMibs(), ...aosChanges()],
})

/** ISAM access nodes. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'Nokia' }) })
