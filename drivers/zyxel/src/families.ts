import {
  fdbTable, ifTable, integer, ipMib, lldp, map, ownResources, qBridgeVlans, rmonStats, systemInfo, temperatureTable, text, type Family, type Implementation,
} from '@linecard/driver-kit'
import { changes } from './changes.ts'
import { zynosCli } from './cli.ts'
import { optics } from './optics.ts'
import { es } from './tree.ts'

const vendor = 'Zyxel'
const standard: readonly Implementation[] = [...ifTable(), rmonStats(), ...qBridgeVlans(), fdbTable(), lldp(), ...ipMib()]

export const families: readonly Family[] = [
  /** ZYXEL-ES-COMMON, ZYXEL-SYS-MEMORY-MIB and ZYXEL-HW-MONITOR-MIB. */
  {
    id: 'zynos', cli: zynosCli,
    modules: [
      systemInfo({ vendor, facts: { board_software_ver: map(text(`${es}.1.6.0`), version => version.split(' | ')[0]!), serial_num: text(`${es}.1.12.0`) } }),
      ownResources({ cpu: { util: integer(`${es}.2.7`) }, memory: { util: integer(`${es}.2.5`) } }),
      temperatureTable({ name: text(`${es}.26.1.2.1.2`), value: integer(`${es}.26.1.2.1.3`) }), optics(), ...standard, ...changes(),
    ],
  },
  { id: 'standard', cli: zynosCli, modules: [systemInfo({ vendor }), ...standard, ...changes()] },
]
