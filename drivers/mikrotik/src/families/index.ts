import { defineFamily, pick, readTable, without, type Implementation } from '@linecard/driver-kit'
import {
  bridgeFdb,
  hostResources,
  ifTable,
  ipMib,
  lldp,
  mediaTable,
  opticalTable,
  qBridgeVlans,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { arps, directRoutes, pvid } from '@linecard/driver-kit/modules'
import { apiModules } from '../api/index.ts'
import { bridgeHosts } from '../api/bridge.ts'
import { arpsWithVlans, routesWithVlans } from '../api/vlan-interfaces.ts'
import { backupRevert } from '../api/revert.ts'
import { neighbours as apiNeighbours } from '../api/neighbours.ts'
import { routerOsCli, routerOsIdentity } from '../cli.ts'
import { temperatures } from '../health.ts'
import { macTable } from '../mac-table.ts'
import { withOwnNeighbours } from '../neighbours.ts'
import { media, neighbours, optics, routerOsVersion, serialNumber, swOsVersion } from '../tables.ts'

const vendor = 'MikroTik'

/**
 * In RouterOS lldpRemLocalPortNum is 0, or the index does not contain it (6.44). MikroTik's own table of
 * neighbours has the interface.
 */
const neighbourPorts = lldp({
  ifIndexByRemote: async session =>
    new Map(
      [...(await readTable(session, neighbours, { only: ['ifIndex'] }))].flatMap(([index, { ifIndex }]) =>
        ifIndex === null ? [] : [[Number(index.split('.').at(-1)), ifIndex]],
      ),
    ),
})

/** The modules of ipMib, with VLAN ids from the API. */
const ipModules: readonly Implementation[] = [
  ...without(ipMib(), arps, directRoutes),
  arpsWithVlans(pick(ipMib(), arps)),
  routesWithVlans(pick(ipMib(), directRoutes)),
]

export const routerOs = defineFamily({
  id: 'router-os',
  cli: routerOsCli,
  revert: backupRevert,
  identity: routerOsIdentity,
  modules: [
    systemInfo({ vendor, facts: { serial_num: serialNumber, board_software_ver: routerOsVersion } }),
    hostResources(),
    temperatures(),
    opticalTable(optics),
    mediaTable(media),
    sfpDiagnostics(),
    ...ifTable({ duplex: null }),
    pick(qBridgeVlans(), pvid),
    bridgeHosts(macTable()),
    withOwnNeighbours(apiNeighbours(neighbourPorts)),
    ...ipModules,
    ...apiModules(),
  ],
})

export const swOs = defineFamily({
  id: 'sw-os',
  modules: [
    systemInfo({
      vendor,
      noEntity: true,
      facts: { serial_num: serialNumber, board_software_ver: swOsVersion },
    }),
    temperatures(),
    opticalTable(optics),
    ...ifTable({ duplex: null }),
    bridgeFdb(),
  ],
})
