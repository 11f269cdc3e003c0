import { defineFamily } from '@linecard/driver-kit'
import {
  ifTable,
  ipMib,
  lldp,
  radlanFacts,
  radlanResources,
  radlanTemperatures,
  rmonStats,
  standardMibs,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { aosResources, aosVersion } from './aos/health.ts'
import { aosFdb, aosVlans } from './aos/layer2.ts'
import { aos6, aos7, type Software } from './aos/software.ts'
import { aosTemperatures } from './aos/temperatures.ts'
import { aosChanges, omniStackChanges } from './changes.ts'
import { aosCli, omniStackCli } from './cli.ts'
import { aosConsole, aosIdentity, omnistackConsole } from './console.ts'

const vendor = 'Alcatel-Lucent'
const radlan = { node: '1.3.6.1.4.1.89', fans: 5 } as const

/** OmniStack LS 6200 has RADLAN's agent. */
export const omnistackLs = defineFamily({
  id: 'omnistack-ls',
  cli: omniStackCli,
  console: omnistackConsole,
  modules: [
    systemInfo({ vendor, facts: radlanFacts(radlan.node) }),
    radlanResources(radlan),
    radlanTemperatures(radlan),
    ...switchMibs(),
    ...omniStackChanges(),
  ],
})

const omniSwitch = (id: string, software: Software) =>
  defineFamily({
    id,
    cli: aosCli,
    console: aosConsole,
    identity: aosIdentity,
    modules: [
      systemInfo({ vendor, facts: { board_software_ver: aosVersion } }),
      aosResources(software),
      aosTemperatures(software),
      ...ifTable(),
      rmonStats(),
      ...aosVlans(software),
      aosFdb(software),
      lldp(),
      ...ipMib(),
      ...aosChanges(),
    ],
  })

/** OmniSwitch with AOS 6. */
export const aos = omniSwitch('aos', aos6)
/** OmniSwitch with AOS 7 or 8. */
export const aosNext = omniSwitch('aos-7', aos7)

/** Nokia devices of which only the standard MIBs are read. */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'Nokia' }) })
