import { defineFamily, implement, readTable, table, without, type Implementation } from '@linecard/driver-kit'
import {
  bgp4,
  fastPath,
  isdp,
  hostResources,
  mediaTable,
  opticalTable,
  ownResources,
  radlanResources,
  radlanTemperatures,
  sfpDiagnostics,
  sonicMibs,
  switchMibs,
  systemInfo,
  temperaturesOf,
  temperatureTable,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'
import { fdb, sysTemp } from '@linecard/driver-kit/modules'
import { nSeriesChanges, os10Changes, os9Changes, powerConnectChanges } from './changes.ts'
import { os9Fdb } from './fdb.ts'
import {
  codeVersion,
  dell,
  load,
  media,
  optics,
  os10Sensors,
  powerConnectFacts,
  unitTemperature,
} from './tables.ts'
import { nSeriesConsole, os9Console, powerConnectConsole, powerConnectIdentity } from './console.ts'

const vendor = 'Dell'
const radlan = { node: '1.3.6.1.4.1.89', fans: 5 } as const

/** sys_temp of OS10: the chassis and its cards. */
const os10Temperatures = (): Implementation =>
  implement(sysTemp, async session => {
    const rows = async (kind: 'chassis' | 'card') =>
      [...(await readTable(session, table({ value: os10Sensors[kind] })))].map(([index, { value }]) => ({
        name: `${kind} ${index}`,
        value,
      }))
    return temperaturesOf([...(await rows('chassis')), ...(await rows('card'))])
  })

/** PowerConnect 27xx, 28xx, 33xx, 35xx, 54xx, 55xx have RADLAN's agent. */
export const powerConnect = defineFamily({
  id: 'power-connect',
  cli: industryCli({ paging: ['terminal datadump'], configure: 'configure' }),
  console: powerConnectConsole,
  identity: powerConnectIdentity,
  modules: [
    systemInfo({ vendor, facts: powerConnectFacts }),
    radlanResources(radlan),
    radlanTemperatures(radlan),
    ...switchMibs(),
    ...powerConnectChanges(),
  ],
})

const fastPathNode = `${dell}.10895.5000.2.6132.1.1`
/** PowerConnect 62xx, 70xx, 80xx, M series and the N series run FASTPATH. */
export const nSeries = defineFamily({
  id: 'n-series',
  cli: industryCli({ configure: 'configure' }),
  console: nSeriesConsole,
  modules: [
    systemInfo({ vendor, facts: powerConnectFacts }),
    ...fastPath(fastPathNode),
    ...switchMibs({}, [isdp(fastPathNode)]),
    ...nSeriesChanges(),
  ],
})

/** Networking OS 9 (FTOS). */
export const networkingOs = defineFamily({
  id: 'networking-os',
  cli: industryCli({ configure: 'configure' }),
  console: os9Console,
  modules: [
    systemInfo({ vendor, facts: { board_software_ver: codeVersion } }),
    ownResources(load),
    temperatureTable(unitTemperature, index => `Unit ${index}`),
    opticalTable(optics),
    mediaTable(media),
    sfpDiagnostics(),
    ...without(switchMibs(), fdb),
    os9Fdb(),
    ...bgp4(),
    ...os9Changes(),
  ],
})

export const os10 = defineFamily({
  id: 'os10',
  cli: industryCli({ backup: { commands: ['show running-configuration'] } }),
  modules: [
    systemInfo({ vendor }),
    hostResources(),
    os10Temperatures(),
    ...switchMibs(),
    ...bgp4(),
    ...os10Changes(),
  ],
})

/** Dell Enterprise SONiC, and other releases of SONiC on Dell's hardware. */
export const sonic = defineFamily({ id: 'sonic', modules: sonicMibs(vendor) })
