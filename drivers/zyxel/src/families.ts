import {
  defineFamily,
  implement,
  integer,
  map,
  oidValue,
  readScalars,
  readTable,
  table,
  text,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  ownResources,
  switchMibs,
  systemInfo,
  temperaturesOf,
  temperatureTable,
} from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { changes } from './changes.ts'
import { zynosCli } from './cli.ts'
import { optics } from './optics.ts'
import { esNode, older } from './nodes.ts'
import { esIdentity, zynosConsole, zynosIdentity } from './console.ts'

const vendor = 'Zyxel'
/** Objects of the older switches below their own number, which is their sysObjectID. */
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

/** ZYXEL-ES-COMMON, ZYXEL-SYS-MEMORY-MIB and ZYXEL-HW-MONITOR-MIB. */
export const zynos = defineFamily({
  id: 'zynos',
  cli: zynosCli,
  console: zynosConsole,
  identity: zynosIdentity,
  modules: [
    systemInfo({
      vendor,
      facts: {
        board_software_ver: map(text(`${esNode}.1.6.0`), version => version.split(' | ')[0]!),
        serial_num: text(`${esNode}.1.12.0`),
      },
    }),
    ownResources({ cpu: { util: integer(`${esNode}.2.7`) }, memory: { util: integer(`${esNode}.2.5`) } }),
    temperatureTable({ name: text(`${esNode}.26.1.2.1.2`), value: integer(`${esNode}.26.1.2.1.3`) }),
    optics(),
    ...switchMibs(),
    ...changes(),
  ],
})

/** ES, GS, MES, MGS of ZyNOS 3. */
export const es = defineFamily({
  id: 'es',
  cli: zynosCli,
  console: zynosConsole,
  identity: esIdentity,
  modules: [systemInfo({ vendor }), olderResources(), olderTemperatures(), ...switchMibs(), ...changes()],
})

export const standard = defineFamily({
  id: 'standard',
  cli: zynosCli,
  modules: [systemInfo({ vendor }), ...switchMibs(), ...changes()],
})
