import { implement, type Implementation } from '../contract/implementation.ts'
import { listOf, refOf, sfpOptical } from '../modules/index.ts'
import type { Column, Columns } from '../table/index.ts'
import { interfacesFor, rowsByIfIndex } from './interfaces.ts'
import { opticalPower } from './optical-power.ts'

/** Columns of a vendor's own table of transceivers, by ifIndex, each in the unit of `sfp_optical`. */
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
 * The same columns for one lane. The row of the transceiver then has the lowest power and the highest current
 * of its lanes.
 */
export interface LaneColumns {
  tx_bias?: Column<number>
  tx_power?: Column<number>
  rx_power?: Column<number>
}
const opticalFields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const
const laneOf = (cells: Readonly<Record<string, number | null>>, at: number) => ({
  lane: at + 1,
  tx_bias: cells[`tx_bias ${at}`] ?? null,
  tx_power: opticalPower(cells[`tx_power ${at}`]),
  rx_power: opticalPower(cells[`rx_power ${at}`]),
})

/** The values of a transceiver with several lanes: the lowest power and the highest current known. */
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
          tx_power: opticalPower(row.tx_power),
          rx_power: opticalPower(row.rx_power),
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
