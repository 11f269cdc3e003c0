import { defineFamily, type Implementation } from '@linecard/driver-kit'
import {
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  radlanAdminSpeeds,
  radlanFacts,
  radlanOptics,
  rmonStats,
  sfpDiagnostics,
  standardMibs,
  systemInfo,
  type IfRow,
} from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { aricentChanges, mesChanges } from '../changes.ts'
import { profile } from '../cli.ts'
import {
  aricentOptics,
  aricentResources,
  aricentSystem,
  aricentTemperature,
  eltex,
  mesResources,
  mesTemperatures,
  radlan,
  transceivers,
} from '../tables.ts'
import { mesConsole, mesIdentity } from '../console.ts'

const vendor = 'Eltex'

/** RADLAN's VLAN interfaces have ifType propVirtual and the VLAN id as name. VLAN n has ifIndex 99999 + n. */
const radlanVlan = ({ ifType, ifIndex, name }: IfRow): Partial<Interface> =>
  ifType === 53 && name === String(ifIndex - 99_999) ? { type: 'VLAN' } : {}
const standard: readonly Implementation[] = [
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
  sfpDiagnostics(),
]

/** MES1xxx, 2xxx, 3xxx and 5xxx: RADLAN's agent (enterprise 89) with Eltex's additions. */
export const mes = defineFamily({
  id: 'mes',
  cli: profile,
  console: mesConsole,
  identity: mesIdentity,
  modules: [
    systemInfo({ vendor, facts: radlanFacts(radlan) }),
    mesResources(),
    mesTemperatures(),
    radlanOptics({ node: radlan }),
    transceivers(`${eltex}.1.23.53.1.1.1`),
    ...ifTable({ shape: radlanVlan }),
    radlanAdminSpeeds({ node: radlan }),
    ...standard,
    ...mesChanges(),
  ],
})

/** LTP, ESR and all other products: only the standard MIBs. */
export const standardOnly = defineFamily({ id: 'standard', modules: standardMibs({ vendor }) })

/** MES14xx, 24xx, 34xx, 37xx: Aricent's agent (enterprise 2076) with Eltex's additions. */
export const mesAricent = defineFamily({
  id: 'mes-aricent',
  cli: profile,
  modules: [
    aricentSystem(vendor),
    aricentResources(),
    aricentTemperature(),
    aricentOptics(),
    transceivers(`${eltex}.52.1.1.3.1.1`),
    ...ifTable(),
    ...standard,
    ...aricentChanges(),
  ],
})
