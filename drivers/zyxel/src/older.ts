import {
  implement,
  integer,
  oidValue,
  readScalars,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { temperaturesOf } from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { older } from './nodes.ts'

/** Objects of the older switches below their own number, which is their sysObjectID. */
const sysObjectId = table({ id: oidValue('1.3.6.1.2.1.1.2.0') })
export const ownNode = async (session: Session): Promise<string> =>
  (await readScalars(session, sysObjectId)).id ?? older

/** Products whose sysMgmt group is 12: GS-4012F, GS2200-24. That of the others is 11. */
const laterGroup: ReadonlySet<string> = new Set([`${older}.20`, `${older}.55`])

/** sys_resources: sysMgmtCPUUsage, percent. */
export const olderResources = (): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const node = wanted(load_only, 'cpu') ? await ownNode(session) : null
    const util =
      node === null
        ? null
        : (
            await readScalars(
              session,
              table({ util: integer(`${node}.${laterGroup.has(node) ? 12 : 11}.7.0`) }),
            )
          ).util
    return {
      cpu: util === null ? null : { util, _cpu_count: null },
      memory: null,
      disk: null,
      interfaces: null,
      cards: null,
      fans: null,
    }
  })

/** sys_temp: tempCurValue, °C. */
export const olderTemperatures = (): Implementation =>
  implement(sysTemp, async session =>
    temperaturesOf(
      [...(await readTable(session, table({ value: integer(`${await ownNode(session)}.8.2.1.2`) })))].map(
        ([index, { value }]) => ({ name: `Sensor ${index}`, value }),
      ),
    ),
  )

/**
 * sys_resources with the fans of a table of revolutions a minute: names in column 2 and speeds in column 3,
 * or speeds in column 2. A speed does not say that the fan is well.
 */
export const withFanSpeeds = (
  resources: Implementation,
  entryOf: (session: Session) => Promise<string>,
  named = true,
): Implementation =>
  implement(sysResources, async (session, args) => {
    const base = (await resources.run(session, args)) as ResultOf<typeof sysResources>
    if (!wanted(args.load_only, 'fans')) return base
    const entry = await entryOf(session)
    const speeds = integer(`${entry}.${named ? 3 : 2}`)
    const rows = named
      ? [...(await readTable(session, table({ speed: speeds, name: text(`${entry}.2`) })))]
      : [...(await readTable(session, table({ speed: speeds })))].map(
          ([index, row]) => [index, { ...row, name: null }] as const,
        )
    const fans = rows.map(([index, { name, speed }]) => ({
      name: name ?? `Fan ${index}`,
      status: 'Unknown' as const,
      speed: speed !== null && speed < 0 ? null : speed,
    }))
    return { ...base, fans: fans.length > 0 ? fans : base.fans }
  })
