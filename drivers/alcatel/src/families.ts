import type { Family, Implementation } from '@linecard/driver-kit'
import {
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  radlanFacts,
  radlanResources,
  radlanTemperatures,
  rmonStats,
  standardMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { aosChanges, omniStackChanges } from './changes.ts'
import { aosCli, omniStackCli } from './cli.ts'
import { timos } from './timos.ts'

const vendor = 'Alcatel-Lucent'
const standard: readonly Implementation[] = [
  ...ifTable(),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
]
const radlan = { node: '1.3.6.1.4.1.89', fans: 5 } as const

export const families: readonly Family[] = [
  /** OmniStack LS 6200: RADLAN's agent. */
  {
    id: 'omnistack-ls',
    cli: omniStackCli,
    modules: [
      systemInfo({ vendor, facts: radlanFacts(radlan.node) }),
      radlanResources(radlan),
      radlanTemperatures(radlan),
      ...standard,
      ...omniStackChanges(),
    ],
  },
  /** OmniSwitch with AOS. */
  { id: 'aos', cli: aosCli, modules: [systemInfo({ vendor }), ...standard, ...aosChanges()] },
  timos,
  /** Access nodes. */
  { id: 'standard', modules: standardMibs({ vendor: 'Nokia' }) },
]
