import { implement, type Implementation } from '../contract/implementation.ts'
import { sysResources, sysTemp, wanted } from '../modules/index.ts'
import { enumeration, integer, readScalars, readTable, table, text, type Columns } from '../table/index.ts'
import { temperaturesOf } from './temperatures.ts'
import type { SystemFacts } from './system-info.ts'

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

/** sys_resources of RADLAN's agents: processor and fans. They give no memory. */
export const radlanResources = ({ node, fans: count = 6 }: RadlanOptions): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const load = wanted(load_only, 'cpu') ? await readScalars(session, loads(node)) : null
    const util = load?.min1 ?? load?.min5 ?? load?.sec1 ?? null
    const columns = Array.from(
      { length: count },
      (_, at) =>
        [
          String(at + 1),
          enumeration(`${environment(node)}.${at + 4}`, fanStates, { unknown: 'Unknown' }),
        ] as const,
    )
    const units = wanted(load_only, 'fans')
      ? [...(await readTable(session, Object.fromEntries(columns) as Columns))]
      : []
    const fans = units.flatMap(([unit, row]) =>
      Object.entries(
        row as Record<string, (typeof fanStates)[keyof typeof fanStates] | 'Unknown' | null>,
      ).flatMap(([fan, status]) =>
        status === null || status === 'Unused'
          ? []
          : [{ name: units.length > 1 ? `Unit ${unit} fan ${fan}` : `Fan ${fan}`, status, speed: null }],
      ),
    )
    return {
      cpu: util === null ? null : { util, _util1min: load!.min1, _util5min: load!.min5, _cpu_count: null },
      memory: null,
      disk: null,
      interfaces: null,
      cards: null,
      fans: units.length > 0 ? fans : null,
    }
  })

/**
 * sys_temp: rlPhdUnitEnvParamTempSensorValue of each unit; if there is none, the thermometers next to the
 * fans (rlEnvFanDataTemp, 0 for none).
 */
export const radlanTemperatures = ({ node, fans = 6 }: RadlanOptions): Implementation =>
  implement(sysTemp, async session => {
    const rows = [
      ...(await readTable(
        session,
        table({
          value: integer(`${environment(node)}.${fans + 4}`, { none: [0] }),
          state: integer(`${environment(node)}.${fans + 5}`),
        }),
      )),
    ]
    const units = rows.flatMap(([unit, { value, state }]) =>
      value === null && state !== 1
        ? []
        : [{ name: `Unit ${unit}`, value: state === 1 || state === null ? value : null }],
    )
    if (units.some(({ value }) => value !== null)) return temperaturesOf(units)
    const atFans = await readTable(session, table({ value: integer(`${node}.83.5.1.1.2`, { none: [0] }) }))
    return temperaturesOf([
      ...units,
      ...[...atFans].flatMap(([unit, { value }]) =>
        value === null ? [] : [{ name: `Unit ${unit} fan`, value }],
      ),
    ])
  })
