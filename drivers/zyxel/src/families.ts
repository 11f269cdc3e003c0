import {
  implement,
  integer,
  map,
  oidValue,
  readScalars,
  readTable,
  table,
  text,
  type Family,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  ownResources,
  qBridgeVlans,
  rmonStats,
  systemInfo,
  temperaturesOf,
  temperatureTable,
} from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { changes } from './changes.ts'
import { zynosCli } from './cli.ts'
import { optics } from './optics.ts'
import { es, older } from './tree.ts'

const vendor = 'Zyxel'
const standard: readonly Implementation[] = [
  ...ifTable(),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
]

/** What the older switches have below their own number, which is their sysObjectID. */
const sysObjectId = table({ id: oidValue('1.3.6.1.2.1.1.2.0') })
const ownNode = async (session: Session): Promise<string> =>
  (await readScalars(session, sysObjectId)).id ?? older
/** sys_resources: processor, percent. */
const olderResources = (): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const load = wanted(load_only, 'cpu')
      ? (await readScalars(session, table({ util: integer(`${await ownNode(session)}.11.7.0`) }))).util
      : null
    return {
      cpu: load === null ? null : { util: load, _cpu_count: null },
      memory: null,
      disk: null,
      interfaces: null,
      cards: null,
      fans: null,
    }
  })
/** sys_temp: tempCurValue, °C. */
const olderTemperatures = (): Implementation =>
  implement(sysTemp, async session =>
    temperaturesOf(
      [...(await readTable(session, table({ value: integer(`${await ownNode(session)}.8.2.1.2`) })))].map(
        ([index, { value }]) => ({ name: `Sensor ${index}`, value }),
      ),
    ),
  )

export const families: readonly Family[] = [
  /** ZYXEL-ES-COMMON, ZYXEL-SYS-MEMORY-MIB and ZYXEL-HW-MONITOR-MIB. */
  {
    id: 'zynos',
    cli: zynosCli,
    modules: [
      systemInfo({
        vendor,
        facts: {
          board_software_ver: map(text(`${es}.1.6.0`), version => version.split(' | ')[0]!),
          serial_num: text(`${es}.1.12.0`),
        },
      }),
      ownResources({ cpu: { util: integer(`${es}.2.7`) }, memory: { util: integer(`${es}.2.5`) } }),
      temperatureTable({ name: text(`${es}.26.1.2.1.2`), value: integer(`${es}.26.1.2.1.3`) }),
      optics(),
      ...standard,
      ...changes(),
    ],
  },
  /** ES, GS, MES, MGS of ZyNOS 3. */
  {
    id: 'es',
    cli: zynosCli,
    modules: [systemInfo({ vendor }), olderResources(), olderTemperatures(), ...standard, ...changes()],
  },
  { id: 'standard', cli: zynosCli, modules: [systemInfo({ vendor }), ...standard, ...changes()] },
]
