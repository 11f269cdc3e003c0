import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { listOf, refOf, sfpMedia, sfpOptical, sysResources, sysTemp, wanted } from '../modules/index.ts'
import { readTable, table, type Column, type Columns } from '../table/index.ts'
import { percent } from './host-resources.ts'
import { interfacesFor, rowsByIfIndex } from './interfaces.ts'

/** What a vendor's own table of transceivers measures, by ifIndex, each in the unit of `sfp_optical`. */
export interface OpticalColumns {
  temp?: Column<number>
  vcc?: Column<number>
  tx_bias?: Column<number>
  tx_power?: Column<number>
  rx_power?: Column<number>
  _wavelength?: Column<number>
  lanes?: readonly LaneColumns[]
}
/**
 * The same of one lane; the lanes' fields of OpticalColumns are then the lowest power and the highest
 * current.
 */
export interface LaneColumns {
  tx_bias?: Column<number>
  tx_power?: Column<number>
  rx_power?: Column<number>
}
/** Inventory facts of the transceivers in the table. */
export type MediaColumns = {
  [K in keyof Omit<Static<typeof sfpMedia.result>[number], 'interface'>]?: Column<
    NonNullable<Static<typeof sfpMedia.result>[number][K]>
  >
}

const opticalFields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const
/** Lower values mean that the module sends or receives no light. */
const darkDbm = -40
const power = (dbm: number | null | undefined): number | null =>
  dbm == null || dbm <= darkDbm ? null : Math.round(dbm * 100) / 100

const laneOf = (cells: Readonly<Record<string, number | null>>, at: number) => ({
  lane: at + 1,
  tx_bias: cells[`tx_bias ${at}`] ?? null,
  tx_power: power(cells[`tx_power ${at}`]),
  rx_power: power(cells[`rx_power ${at}`]),
})

/** For several lanes the values of the module are the lowest power and the highest current known. */
function worstOf(lanes: readonly ReturnType<typeof laneOf>[]) {
  const of = (field: 'tx_bias' | 'tx_power' | 'rx_power', choose: (...values: number[]) => number) => {
    const known = lanes.flatMap(lane => lane[field] ?? [])
    return known.length > 0 ? { [field]: choose(...known) } : {}
  }
  return { ...of('tx_bias', Math.max), ...of('tx_power', Math.min), ...of('rx_power', Math.min) }
}

/** sfp_optical from a vendor's table by ifIndex. A port whose transceiver measures nothing has no row. */
export const opticalTable = ({ lanes = [], ...columns }: OpticalColumns): Implementation =>
  implement(sfpOptical, async (session, args) => {
    const inLanes = lanes.flatMap((lane, at) =>
      Object.entries(lane).map(([field, column]) => [`${field} ${at}`, column] as const),
    )
    const single = Object.entries(columns).filter(([field]) => lanes.length === 0 || !(field in lanes[0]!))
    const rows = await rowsByIfIndex(
      session,
      Object.fromEntries([...single, ...inLanes]) as Columns,
      await interfacesFor(session, args.interface),
      args.interface,
    )
    const chosen = new Set<string>(listOf(args.load_only) ?? opticalFields)
    return rows
      .filter(([, row]) => Object.values(row).some(value => value !== null))
      .map(([one, cells]) => {
        const measured = lanes
          .map((_, at) => laneOf(cells as Record<string, number | null>, at))
          .filter(
            ({ tx_bias, tx_power, rx_power }) => tx_bias !== null || tx_power !== null || rx_power !== null,
          )
        const row = { ...cells, ...worstOf(measured) } as Partial<
          Record<keyof Omit<OpticalColumns, 'lanes'>, number | null>
        >
        const all = {
          temp: row.temp ?? null,
          vcc: row.vcc ?? null,
          tx_bias: row.tx_bias ?? null,
          tx_power: power(row.tx_power),
          rx_power: power(row.rx_power),
        }
        for (const field of opticalFields) if (!chosen.has(field)) all[field] = null
        return {
          interface: refOf(one),
          ...all,
          ...(measured.length > 1 && args.load_only === undefined ? { lanes: measured } : {}),
          ...(row._wavelength == null ? {} : { _wavelength: row._wavelength }),
        }
      })
  })

/** sfp_media from a vendor's table by ifIndex. A row without a single value is an empty slot. */
export const mediaTable = (columns: MediaColumns): Implementation =>
  implement(sfpMedia, async (session, args) => {
    const rows = await rowsByIfIndex(
      session,
      columns as Columns,
      await interfacesFor(session, args.interface),
      args.interface,
    )
    return rows
      .filter(([, row]) => Object.values(row).some(value => value !== null))
      .map(([one, row]) => ({
        interface: refOf(one),
        serial_num: null,
        vendor_name: null,
        part_number: null,
        connector_type: null,
        ...(row as object),
      }))
  })

/** A thermometer as the device names it, °C. */
export interface Temperature {
  name: string
  value: number | null
}

/** The answer of `sys_temp`. `main` is the highest temperature; names identify processor and board. */
export function temperaturesOf(sensors: readonly Temperature[]): Static<typeof sysTemp.result> {
  const hottest = sensors.filter(({ value }) => value !== null).toSorted((a, b) => b.value! - a.value!)[0]
  const named = (words: RegExp) =>
    sensors.find(({ name, value }) => words.test(name) && value !== null)?.value ?? null
  return {
    main: hottest?.value ?? null,
    main_from: hottest?.name ?? null,
    cpu: named(/cpu|processor/i),
    board: named(/board|chassis|system/i),
    sensors: [...sensors],
  }
}

/** sys_temp from a vendor's table. `nameOf` makes the name of a row without name from its index. */
export const temperatureTable = (
  { value, name }: { value: Column<number>; name?: Column<string> },
  nameOf: (index: string) => string = index => `Sensor ${index}`,
): Implementation =>
  implement(sysTemp, async session => {
    const rows = await readTable(session, name ? table({ value, name }) : table({ value }))
    return temperaturesOf(
      [...rows].map(([index, row]) => ({
        name: (row as { name?: string | null }).name ?? nameOf(index),
        value: row.value,
      })),
    )
  })

/**
 * Objects with load and memory of a vendor: columns of tables, or scalars without their `.0`. The first row
 * is used for the device.
 */
export interface ResourceColumns {
  /**
   * Percent: at once or as the vendor means it, over 5 s, 1 and 5 min, or all three in one text (`loads`).
   * `util` of the answer is the first value present of util, min1, sec5, min5.
   */
  cpu?: {
    util?: Column<number>
    sec5?: Column<number>
    min1?: Column<number>
    min5?: Column<number>
    loads?: Column<{ sec5: number | null; min1: number | null; min5: number | null }>
  }
  /** Percent in use, or octets of two of the three. */
  memory?: { util?: Column<number>; total?: Column<number>; used?: Column<number>; free?: Column<number> }
}

type First<C> = { [K in keyof C]?: C[K] extends Column<infer T> | undefined ? T | null : never }

async function firstRow<C extends object>(session: Session, columns: C): Promise<First<C> | null> {
  const [first] = (await readTable(session, columns as unknown as Columns)).values()
  return (first as First<C> | undefined) ?? null
}

function memoryOf({ util, ...octets }: First<NonNullable<ResourceColumns['memory']>>) {
  const { used = null, free = null } = octets
  const total = octets.total ?? (used !== null && free !== null ? used + free : null)
  const busy = used ?? (total !== null && free !== null ? total - free : null)
  const share = total && busy !== null && busy <= total ? percent(busy, total) : (util ?? null)
  return share === null
    ? null
    : {
        util: share,
        _total: total,
        _used: busy,
        _free: free ?? (total !== null && busy !== null ? total - busy : null),
      }
}

/** sys_resources from a vendor's own objects. */
export const ownResources = ({ cpu, memory }: ResourceColumns): Implementation =>
  implement(sysResources, async (session, { load_only }) => {
    const first = cpu && wanted(load_only, 'cpu') ? await firstRow(session, cpu) : null
    const load = first && { ...first, ...first.loads }
    const store = memory && wanted(load_only, 'memory') ? await firstRow(session, memory) : null
    const util = load?.util ?? load?.min1 ?? load?.sec5 ?? load?.min5 ?? null
    const over = {
      ...(load?.sec5 == null ? {} : { _util5sec: load.sec5 }),
      ...(load?.min1 == null ? {} : { _util1min: load.min1 }),
      ...(load?.min5 == null ? {} : { _util5min: load.min5 }),
    }
    return {
      cpu: util === null ? null : { util, ...over, _cpu_count: null },
      memory: store ? memoryOf(store) : null,
      disk: null,
      interfaces: null,
      cards: null,
      fans: null,
    }
  })
