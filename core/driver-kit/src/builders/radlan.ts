import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { sysResources, sysTemp, wanted } from '../modules/index.ts'
import { enumeration, integer, readScalars, readTable, table, text, type Columns } from '../table/index.ts'
import { temperaturesOf } from './temperatures.ts'
import type { SystemFacts } from './system-info.ts'

/** Where an agent with the tables of RADLAN has them, and how many fans a unit has there. */
export interface RadlanOptions {
  /** Root of RADLAN's tree: `1.3.6.1.4.1.89`, or a node of the maker. */
  node: string
  /** Columns of fans in rlPhdUnitEnvParamTable, before that of the temperature: 5 in old firmwares. */
  fans?: 5 | 6
}

/** rlPhdUnitEnvParamTable of RADLAN-Physicaldescription-MIB. Index: unit. */
const environment = (node: string) => `${node}.53.15.1`

/** RlEnvMonState: 1 normal, 2 warning, 3 critical, 4 shutdown, 5 notPresent, 6 notFunctioning. */
const fanStates = { 1: 'Normal', 2: 'Normal', 3: 'Failed', 4: 'Stop', 5: 'Unused', 6: 'Failed' } as const
/**
 * rlCpuUtilDuringLastSecond, LastMinute and Last5Minutes of RADLAN-rndMng: percent; 101 means that the device
 * does not measure.
 */
const loads = (node: string) =>
  table({
    sec1: integer(`${node}.1.7.0`, { none: [101] }),
    min1: integer(`${node}.1.8.0`, { none: [101] }),
    min5: integer(`${node}.1.9.0`, { none: [101] }),
  })
/**
 * Facts for `systemInfo` from rlPhdUnitGenParamTable, of the first unit: software, hardware, serial number.
 */
export const radlanFacts = (node: string): SystemFacts => ({
  board_software_ver: text(`${node}.53.14.1.2.1`),
  board_hardware_ver: text(`${node}.53.14.1.4.1`),
  serial_num: text(`${node}.53.14.1.5.1`),
})

/**
 * rlPhdUnitEnvParamTable, and the number of fan columns before the thermometer. It is that of the family,
 * unless a row contradicts: no state of a fan is above 6, and no state of a thermometer above 3.
 */
async function readEnvironment(session: Session, { node, fans: declared = 6 }: RadlanOptions) {
  const column = (at: number) => integer(`${environment(node)}.${at}`)
  const columns = Object.fromEntries([4, 5, 6, 7, 8, 9, 10, 11].map(at => [String(at), column(at)]))
  const units = [...(await readTable(session, columns as Columns))] as [
    string,
    Record<string, number | null>,
  ][]
  const [fanHigh, stateHigh] = [6, 3]
  const fits = (fans: number) =>
    units.every(([, row]) => {
      const [last, state] = [row[fans + 3] ?? null, row[fans + 5] ?? null]
      return (last === null || last <= fanHigh) && (state === null || state <= stateHigh)
    })
  const other = declared === 5 ? 6 : 5
  return { units, fans: fits(declared) || !fits(other) ? declared : other }
}

/** rlEnvMonFanStatusTable of RADLAN-HWENVIROMENT, for agents without the fans in the other table. */
const monitored = (node: string) =>
  table({
    name: text(`${node}.83.1.1.1.2`),
    status: enumeration(`${node}.83.1.1.1.3`, fanStates, { unknown: 'Unknown' }),
  })

type Fans = NonNullable<Static<typeof sysResources.result>['fans']>

async function readFans(session: Session, options: RadlanOptions): Promise<Fans | null> {
  const { units, fans: count } = await readEnvironment(session, options)
  const fans = units.flatMap(([unit, row]) =>
    Array.from({ length: count }, (_, at) => at + 1).flatMap(fan => {
      const code = row[fan + 3] ?? null
      const status = code === null ? null : (fanStates[code as keyof typeof fanStates] ?? 'Unknown')
      return status === null || status === 'Unused'
        ? []
        : [{ name: units.length > 1 ? `Unit ${unit} fan ${fan}` : `Fan ${fan}`, status, speed: null }]
    }),
  )
  if (fans.length > 0) return fans
  const others = [...(await readTable(session, monitored(options.node)))].flatMap(
    ([index, { name, status }]) =>
      status === null || status === 'Unused' ? [] : [{ name: name ?? `Fan ${index}`, status, speed: null }],
  )
  return others.length > 0 ? others : units.length > 0 ? [] : null
}

/** sys_resources of RADLAN's agents: processor and fans. They give no memory. */
export const radlanResources = (options: RadlanOptions): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const load = wanted(load_only, 'cpu') ? await readScalars(session, loads(options.node)) : null
    const util = load?.min1 ?? load?.min5 ?? load?.sec1 ?? null
    return {
      cpu: util === null ? null : { util, _util1min: load!.min1, _util5min: load!.min5, _cpu_count: null },
      memory: null,
      disk: null,
      interfaces: null,
      cards: null,
      fans: wanted(load_only, 'fans') ? await readFans(session, options) : null,
    }
  })

/**
 * sys_temp: rlPhdUnitEnvParamTempSensorValue of each unit; if there is none, the thermometers next to the
 * fans (rlEnvFanDataTemp, 0 for none).
 */
export const radlanTemperatures = (options: RadlanOptions): Implementation =>
  implement(sysTemp, async session => {
    const { units: rows, fans } = await readEnvironment(session, options)
    const units = rows.flatMap(([unit, row]) => {
      const [value, state] = [row[fans + 4] || null, row[fans + 5] ?? null]
      return value === null && state !== 1
        ? []
        : [{ name: `Unit ${unit}`, value: state === 1 || state === null ? value : null }]
    })
    if (units.some(({ value }) => value !== null)) return temperaturesOf(units)
    const atFans = await readTable(
      session,
      table({ value: integer(`${options.node}.83.5.1.1.2`, { none: [0] }) }),
    )
    return temperaturesOf([
      ...units,
      ...[...atFans].flatMap(([unit, { value }]) =>
        value === null ? [] : [{ name: `Unit ${unit} fan`, value }],
      ),
    ])
  })
