import { decimalText, defineFamily, enumeration, integer, map, pick, text } from '@linecard/driver-kit'
import {
  bgp4,
  cdp,
  edp,
  entityInventory,
  entitySensors,
  ifTable,
  lldp,
  ownResources,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
  temperatureTable,
  withFans,
  withNeighbours,
} from '@linecard/driver-kit/builders'
import { sfpOptical } from '@linecard/driver-kit/modules'
import { xosChanges } from '../changes.ts'
import { xosCli } from '../cli.ts'
import { xosFdb } from '../xos-fdb.ts'
import { xosIp } from '../xos-ip.ts'
import { xosVlans } from '../xos-vlans.ts'
import { xosConsole, xosIdentity } from '../console.ts'

const mib = (number: string): string => `1.3.6.1.4.1.1916.1.${number}`
const kilobytes = (oid: string) => map(decimalText(oid), value => value * 1024)

/**
 * EXTREME-SOFTWARE-MONITOR-MIB: texts in percent and kilobytes. Index: slot. Fans from extremeFanStatusTable
 * of EXTREME-SYSTEM-MIB.
 */
const resources = withFans(
  ownResources({
    cpu: {
      sec5: decimalText(mib('32.1.4.1.5')),
      min1: decimalText(mib('32.1.4.1.8')),
      min5: decimalText(mib('32.1.4.1.9')),
    },
    memory: { total: kilobytes(mib('32.2.2.1.2')), free: kilobytes(mib('32.2.2.1.3')) },
  }),
  {
    status: enumeration(mib('1.1.9.1.2'), { 1: 'Normal', 2: 'Failed' }, { unknown: 'Unknown' }),
    speed: integer(mib('1.1.9.1.4')),
  },
)

const optics = pick(entitySensors(), sfpOptical)
/** sysDescr: `ExtremeXOS (X480-24x(10G4X)) version 15.3.5.2 v1535b2-patch1-13 by release-manager …`. */
const board_software_ver = map(text('1.3.6.1.2.1.1.1.0'), descr => /\bversion (\S+)/.exec(descr)?.[1] ?? null)

export const xos = defineFamily({
  id: 'xos',
  cli: xosCli,
  console: xosConsole,
  identity: xosIdentity,
  modules: [
    systemInfo({ vendor: 'Extreme Networks', facts: { board_software_ver } }),
    ...ifTable(),
    rmonStats(),
    ...xosVlans(),
    xosFdb(),
    withNeighbours(lldp(), [edp, cdp]),
    ...xosIp(),
    ...bgp4(),
    resources,
    // extremeCurrentTemperature, in °C.
    temperatureTable({ value: integer(mib('1.1.8'), { none: [0] }) }, () => 'System'),
    optics,
    entityInventory(),
    sfpDiagnostics(),
    ...xosChanges(),
  ],
})
