import { defineFamily, integer, map, text } from '@linecard/driver-kit'
import { ownResources, switchMibs, systemInfo, temperatureTable } from '@linecard/driver-kit/builders'
import { changes } from './changes.ts'
import { zynosCli } from './cli.ts'
import {
  boardList,
  boardResources,
  boardTemperatures,
  olderBoardResources,
  olderBoardTemperatures,
} from './ies.ts'
import { kinds, olderKinds, optics } from './optics.ts'
import { esNode } from './nodes.ts'
import { olderResources, olderTemperatures, ownNode, withFanSpeeds } from './older.ts'
import { esIdentity, zynosConsole, zynosIdentity } from './console.ts'

const vendor = 'Zyxel'
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
    withFanSpeeds(
      ownResources({ cpu: { util: integer(`${esNode}.2.7`) }, memory: { util: integer(`${esNode}.2.5`) } }),
      async () => `${esNode}.26.1.1.1`,
    ),
    temperatureTable({ name: text(`${esNode}.26.1.2.1.2`), value: integer(`${esNode}.26.1.2.1.3`) }),
    optics(async () => `${esNode}.84.1.2.1.6`, kinds),
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
  modules: [
    systemInfo({ vendor }),
    withFanSpeeds(olderResources(), async session => `${await ownNode(session)}.8.1.1`, false),
    olderTemperatures(),
    optics(async session => `${await ownNode(session)}.117.2.1.7`, olderKinds),
    ...switchMibs(),
    ...changes(),
  ],
})

export const standard = defineFamily({
  id: 'standard',
  cli: zynosCli,
  modules: [systemInfo({ vendor }), ...switchMibs(), ...changes()],
})

/** IES-5000 and IES-6000: a chassis with its boards. */
export const ies5000 = defineFamily({
  id: 'ies-5000',
  cli: zynosCli,
  modules: [
    systemInfo({ vendor }),
    { ...boardResources(), next: [{ ...olderBoardResources(), source: 'ZYXEL-IES5000-MIB' }] },
    { ...boardTemperatures(), next: [{ ...olderBoardTemperatures(), source: 'ZYXEL-IES5000-MIB' }] },
    boardList,
    ...switchMibs(),
    ...changes(),
  ],
})

/** Firewalls, access points and what nobody knows: the standard MIBs only, and no console. */
export const device = defineFamily({ id: 'device', modules: [systemInfo({ vendor }), ...switchMibs()] })
