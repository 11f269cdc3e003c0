import {
  defineFamily,
  implement,
  integer,
  mac,
  readScalars,
  text,
  type Implementation,
  without,
} from '@linecard/driver-kit'
import { ownResources, systemInfo, temperaturesOf } from '@linecard/driver-kit/builders'
import { fdb, sysTemp } from '@linecard/driver-kit/modules'
import { ifRowCounters, oltMibs, onuModules, type Olt } from '@linecard/driver-kit/onus'
import { eponChanges, gponChanges, oltMaintenance } from './changes.ts'
import { vsolCli } from './cli.ts'
import { onuCli } from './cli-onu.ts'
import { switching } from './columns.ts'
import { eponConsole, gponConsole } from './console.ts'
import { eponFdb, gponFdb } from './fdb.ts'
import { eponOlt, eponReasons } from './onus/epon.ts'
import { gponOlt } from './onus/gpon.ts'
import { eponUniModule, gponUniModule } from './onus/uni.ts'
import { ponOptical } from './pon-ports.ts'
import { ifIndexes } from './ports.ts'
import { snooping } from './snooping.ts'

/** v1600dSystemInfo: the same objects in both technologies. */
const system = `${switching}.12.5`
const common = (olt: Olt): Implementation[] => [
  systemInfo({
    vendor: 'V-SOL',
    noEntity: true,
    facts: {
      serial_num: text(`${system}.11.0`),
      mac_addr: mac(`${system}.7.0`),
      board_software_ver: text(`${system}.4.0`),
      board_hardware_ver: text(`${system}.5.0`),
    },
  }),
  ownResources({
    cpu: { util: integer(`${switching}.12.3`) },
    memory: { util: integer(`${switching}.12.4`) },
  }),
  implement(sysTemp, async session => {
    const { cpu } = await readScalars(session, { cpu: integer(`${system}.9.0`, { none: [0] }) })
    return temperaturesOf(cpu === null ? [] : [{ name: 'CPU', value: cpu }])
  }),
  ponOptical(olt),
  ...without(oltMibs(olt), fdb),
  ...oltMaintenance(),
]

/** Rows of ONUs in ifXTable: "in" is traffic from the ONU. */
const counters = ifRowCounters(ifIndexes)

/** V1600D and its variants. */
export const eponFamily = defineFamily({
  id: 'v1600d',
  cli: { ...vsolCli, onu: onuCli },
  snmp: { maxRepetitions: 20 },
  modules: [
    ...common(eponOlt),
    ...onuModules(eponOlt, { capacity: () => 64, counters }),
    eponReasons,
    eponUniModule(eponOlt),
    eponFdb(eponOlt),
    snooping(eponOlt),
    ...eponChanges(eponOlt),
  ],
  console: eponConsole(eponOlt),
})

/** V1600G, G1, G1B, GS. */
export const gponFamily = defineFamily({
  id: 'v1600g',
  cli: { ...vsolCli, onu: onuCli },
  snmp: { maxRepetitions: 20 },
  modules: [
    ...common(gponOlt),
    ...onuModules(gponOlt, { capacity: () => 128, counters }),
    gponUniModule(gponOlt),
    gponFdb(gponOlt),
    ...gponChanges(gponOlt),
  ],
  console: gponConsole(gponOlt),
})
