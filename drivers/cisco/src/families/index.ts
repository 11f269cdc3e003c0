import { defineFamily, map, text, type Implementation } from '@linecard/driver-kit'
import {
  bgp4,
  cdp,
  entityInventory,
  entitySensors,
  fdbTable,
  hostResources,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  radlanAdminSpeeds,
  radlanFacts,
  radlanMedia,
  radlanOptics,
  radlanResources,
  radlanTemperatures,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
  withNeighbours,
} from '@linecard/driver-kit/builders'
import { iosChanges, iosXrChanges, nxOsChanges, smallBusinessChanges } from '../changes/index.ts'
import { iosCli, iosReloadCli, iosXrCli, otherCli, smallBusinessCli } from '../cli.ts'
import { contextFdb } from '../fdb.ts'
import { entityAndEnvironment, placeIn } from '../environment.ts'
import { resources } from '../resources.ts'
import { vtp } from '../vlans.ts'
import {
  iosConsole,
  iosIdentity,
  iosXrIdentity,
  nxOsConsole,
  nxOsIdentity,
  smallBusinessConsole,
  smallBusinessIdentity,
} from '../console.ts'

const vendor = 'Cisco'
/**
 * ENTITY-MIB has the version of the boot loader, or no version. sysDescr has the version of the running
 * software.
 */
const board_software_ver = map(
  text('1.3.6.1.2.1.1.1.0'),
  descr => /\bVersion:? ([^,\s#[]+)/.exec(descr)?.[1] ?? null,
)

const others: readonly Implementation[] = [rmonStats(), withNeighbours(lldp(), [cdp]), ...ipMib()]
/** IF-MIB names VLAN interfaces (SVIs) `Vl301`. Their ifType is propVirtual. */
const svi = ifTable({ shape: ({ name }) => (/^Vl(?:an)?\d+$/.test(name ?? '') ? { type: 'VLAN' } : {}) })
const own: readonly Implementation[] = [
  systemInfo({ vendor, facts: { board_software_ver } }),
  ...svi,
  ...others,
  resources(),
  ...entityAndEnvironment(),
  entityInventory({ placeIn }),
  sfpDiagnostics(),
]

/** Node of RADLAN's tree on the small business series. */
const node = '1.3.6.1.4.1.9.6.1.101'

export const ios = defineFamily({
  id: 'ios',
  cli: iosReloadCli,
  console: iosConsole,
  identity: iosIdentity,
  modules: [...own, ...vtp(), contextFdb(), ...bgp4(), ...iosChanges()],
})

export const nxOs = defineFamily({
  id: 'nx-os',
  cli: iosCli,
  console: nxOsConsole,
  identity: nxOsIdentity,
  modules: [...own, ...vtp(), contextFdb(), ...bgp4(), ...nxOsChanges()],
})

export const iosXr = defineFamily({
  id: 'ios-xr',
  cli: iosXrCli,
  identity: iosXrIdentity,
  modules: [...own, ...bgp4(), ...iosXrChanges()],
})

export const smallBusiness = defineFamily({
  id: 'small-business',
  cli: smallBusinessCli,
  console: smallBusinessConsole,
  identity: smallBusinessIdentity,
  modules: [
    systemInfo({ vendor, facts: radlanFacts(node) }),
    ...ifTable(),
    radlanAdminSpeeds({ node }),
    ...others,
    ...qBridgeVlans(),
    fdbTable(),
    radlanResources({ node }),
    radlanTemperatures({ node }),
    radlanOptics({ node }),
    radlanMedia({ node }),
    sfpDiagnostics(),
    ...smallBusinessChanges(node),
  ],
})

const standardModules: readonly Implementation[] = [
  systemInfo({ vendor, facts: { board_software_ver } }),
  ...ifTable(),
  ...others,
  ...qBridgeVlans(),
  fdbTable(),
  hostResources(),
  ...entitySensors(),
  entityInventory(),
  sfpDiagnostics(),
]
export const standard = defineFamily({ id: 'standard', cli: otherCli, modules: standardModules })
/** Servers, controllers and what nobody knows: the same without a console. */
export const device = defineFamily({ id: 'device', modules: standardModules })
