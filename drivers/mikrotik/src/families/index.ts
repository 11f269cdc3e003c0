import { defineFamily, implement, pick, readTable, type Implementation } from '@linecard/driver-kit'
import {
  bridgeFdb,
  filterFdb,
  hostResources,
  ifTable,
  ipMib,
  lldp,
  mediaTable,
  opticalTable,
  qBridgeVlans,
  readBridgeFdb,
  readQBridgeFdb,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { arps, directRoutes, fdb, pvid } from '@linecard/driver-kit/modules'
import { apiModules } from '../api/index.ts'
import { arpsWithVlans, bridgeHosts, routesWithVlans } from '../api/bridge.ts'
import { neighbours as apiNeighbours } from '../api/neighbours.ts'
import { routerOsCli } from '../cli.ts'
import { temperatures } from '../health.ts'
import { media, neighbours, optics, routerOsVersion, serialNumber, swOsVersion } from '../tables.ts'

const vendor = 'MikroTik'

/**
 * Version 7 answers in Q-BRIDGE-MIB by bridge port; version 6 in BRIDGE-MIB, with ifIndex where the port
 * should stand.
 */
const macTable = (): Implementation =>
  implement(fdb, async (session, args) => {
    const rows = await readQBridgeFdb(session)
    return filterFdb(session, rows.length > 0 ? rows : await readBridgeFdb(session, { offset: 0 }), args)
  })

/**
 * lldpRemLocalPortNum is 0, or missing from the index altogether: MikroTik's own table of neighbours says the
 * interface.
 */
const neighbourPorts = lldp({
  ifIndexByRemote: async session =>
    new Map(
      [...(await readTable(session, neighbours))].flatMap(([index, { ifIndex }]) =>
        ifIndex === null ? [] : [[Number(index.split('.').at(-1)), ifIndex]],
      ),
    ),
})

/** ipMib with VLAN ids that the API knows. */
const ipModules = ipMib().map(one =>
  one.module.name === arps.name
    ? arpsWithVlans(one)
    : one.module.name === directRoutes.name
      ? routesWithVlans(one)
      : one,
)

export const routerOs = defineFamily({
  id: 'router-os',
  cli: routerOsCli,
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
    apiNeighbours(neighbourPorts),
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
