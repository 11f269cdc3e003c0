import {
  defineFamily,
  enumeration,
  implement,
  integer,
  pick,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import { ownResources, standardMibs, temperaturesOf } from '@linecard/driver-kit/builders'
import { sysResources, sysTemp, wanted } from '@linecard/driver-kit/modules'
import { slxCli } from '../cli.ts'

/** SW-MIB of Brocade. */
const sw = (number: string): string => `1.3.6.1.4.1.1588.2.1.1.1.${number}`

/**
 * swSensorTable: 1 thermometer (°C), 2 fan (revolutions per minute), 3 power supply. State 6: the part is not
 * there.
 */
const sensors = table({
  type: integer(sw('1.22.1.2')),
  state: enumeration(
    sw('1.22.1.3'),
    { 1: 'Unknown', 2: 'Failed', 3: 'Failed', 4: 'Normal', 5: 'Failed', 6: 'Unused' },
    { unknown: 'Unknown' },
  ),
  value: integer(sw('1.22.1.4')),
  name: text(sw('1.22.1.5')),
})

/** 0 is the value of a place without a part. */
const valueOf = (state: string | null, value: number | null) => (state === null && value === 0 ? null : value)

const own = standardMibs({ vendor: 'Extreme Networks' })
/** swCpuUsage and swMemUsage, percent. */
const load = ownResources({ cpu: { util: integer(sw('26.1')) }, memory: { util: integer(sw('26.6')) } })

/** sys_resources from SW-MIB, else from HOST-RESOURCES-MIB; fans from SW-MIB. */
const resources = (): Implementation =>
  implement(
    sysResources,
    async (session, args) => {
      const base = (await pick(own, sysResources).run(session, args)) as ResultOf<typeof sysResources>
      const mine = (await load.run(session, args)) as ResultOf<typeof sysResources>
      const rows = wanted(args.load_only, 'fans') ? [...(await readTable(session, sensors))] : []
      const fans = rows
        .filter(([, { type }]) => type === 2)
        .map(([index, { name, state, value }]) => ({
          name: name ?? `Fan ${index}`,
          status: state ?? ('Unknown' as const),
          speed: state === 'Unused' ? null : valueOf(state, value),
        }))
      return {
        ...base,
        cpu: mine.cpu ?? base.cpu,
        memory: mine.memory ?? base.memory,
        fans: fans.length > 0 ? fans : base.fans,
      }
    },
    { override: true },
  )

/** sys_temp from SW-MIB, else from ENTITY-SENSOR-MIB. */
const temperatures = (): Implementation =>
  implement(
    sysTemp,
    async (session, args) => {
      const rows = [...(await readTable(session, sensors))].filter(
        ([, { type, state }]) => type === 1 && state !== 'Unused',
      )
      if (rows.length === 0) return (await pick(own, sysTemp).run(session, args)) as ResultOf<typeof sysTemp>
      return temperaturesOf(
        rows.map(([index, { name, state, value }]) => ({
          name: name ?? `Sensor ${index}`,
          value: valueOf(state, value),
        })),
      )
    },
    { override: true },
  )

/** SLX-OS and Network OS of Brocade: the standard MIBs, load and sensors from SW-MIB. */
export const slx = defineFamily({ id: 'slx', modules: [...own, resources(), temperatures()], cli: slxCli })
