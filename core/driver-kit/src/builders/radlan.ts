import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, sfpMedia, sfpOptical, sysResources, sysTemp, wanted } from '../modules/index.ts'
import { enumeration, integer, readScalars, readTable, table, text, type Columns } from '../table/index.ts'
import { interfacesFor } from './interfaces.ts'
import { temperaturesOf } from './own-tables.ts'
import type { SystemFacts } from './system-info.ts'

export interface RadlanOptions {
  /** Root of RADLAN's tree: `1.3.6.1.4.1.89`, or a node of the maker. */
  node: string
  /** Columns of fans in rlPhdUnitEnvParamTable, before that of the temperature: 5 in old firmwares. */
  fans?: 5 | 6
}

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
/** rlPhdUnitEnvParamTable of RADLAN-Physicaldescription-MIB. Index: unit. */
const environment = (node: string) => `${node}.53.15.1`

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
    const beside = await readTable(session, table({ value: integer(`${node}.83.5.1.1.2`, { none: [0] }) }))
    return temperaturesOf([
      ...units,
      ...[...beside].flatMap(([unit, { value }]) =>
        value === null ? [] : [{ name: `Unit ${unit} fan`, value }],
      ),
    ])
  })

/**
 * sfp_media of newer agents: the inventory below node 217, columns version, product, name, description,
 * serial number. Index: 0 and unit, or 1 and ifIndex of a transceiver.
 */
export const radlanMedia = ({ node }: RadlanOptions): Implementation =>
  implement(sfpMedia, async (session, { interface: one }) => {
    const entry = `${node}.217.1`
    const rows = await readTable(
      session,
      table({
        part_number: text(`${entry}.4.1`),
        _model: text(`${entry}.6.1`),
        serial_num: text(`${entry}.7.1`),
      }),
    )
    return (await interfacesFor(session, one)).flatMap(port => {
      const row = rows.get(String(port.if_index))
      return row?.serial_num || row?.part_number
        ? [{ interface: refOf(port), vendor_name: null, connector_type: null, ...row }]
        : []
    })
  })

/**
 * rlPhyTestGetResult of RADLAN-PHY-MIB: by ifIndex and test. 5 °C, 6 µV, 7 µA, 8 sent and 9 received power in
 * 0.001 dBm.
 */
const tests = { 5: 'temp', 6: 'vcc', 7: 'tx_bias', 8: 'tx_power', 9: 'rx_power' } as const
const divisors = { temp: 1, vcc: 1e6, tx_bias: 1000, tx_power: 1000, rx_power: 1000 } as const
type Field = keyof typeof divisors
const darkDbm = -40

const valueOf = (field: Field, raw: number): number | null => {
  const value = raw / divisors[field]
  return field.endsWith('_power') && value <= darkDbm ? null : value
}

/**
 * sfp_optical of RADLAN's agents. The table holds the results of cable tests too: a port without supply
 * voltage has no transceiver that measures.
 */
export const radlanOptics = ({ node }: RadlanOptions): Implementation =>
  implement(sfpOptical, async (session, { interface: one, load_only }) => {
    const found = new Map<number, Partial<Record<Field, number | null>>>()
    for (const [index, { raw }] of await readTable(session, table({ raw: integer(`${node}.90.1.2.1.3`) }))) {
      const [ifIndex, test] = index.split('.').map(Number) as [number, number]
      const field = tests[test as keyof typeof tests]
      if (field && raw !== null) found.set(ifIndex, { ...found.get(ifIndex), [field]: valueOf(field, raw) })
    }
    return (await interfacesFor(session, one)).flatMap(port => {
      const row = port.if_index === null ? undefined : found.get(port.if_index)
      const of = (field: Field) => (wanted(load_only, field) ? (row?.[field] ?? null) : null)
      return row?.vcc
        ? [
            {
              interface: refOf(port),
              temp: of('temp'),
              vcc: of('vcc'),
              tx_bias: of('tx_bias'),
              tx_power: of('tx_power'),
              rx_power: of('rx_power'),
            },
          ]
        : []
    })
  })
