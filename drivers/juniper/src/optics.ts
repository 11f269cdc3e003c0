import {
  implement,
  readTable,
  type Implementation,
  type ResultOf,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { darkDbm, interfacesFor, rowsByIfIndex } from '@linecard/driver-kit/builders'
import { refOf, sfpOptical, wanted, type Interface } from '@linecard/driver-kit/modules'
import { dom, domLanes } from './tables.ts'

const lit = (dbm: number | null): number | null => (dbm === null || dbm <= darkDbm ? null : dbm)
const among = (
  values: readonly (number | null)[],
  choose: (...values: number[]) => number,
): number | null => {
  const known = values.flatMap(value => value ?? [])
  return known.length === 0 ? null : choose(...known)
}

type Optical = ResultOf<typeof sfpOptical>[number]
type Lane = NonNullable<Optical['lanes']>[number]
const fields = ['temp', 'vcc', 'tx_bias', 'tx_power', 'rx_power'] as const

/** Lanes by ifIndex, numbered from 1. */
async function readLanes(session: Session): Promise<Map<number, Lane[]>> {
  const found = new Map<number, Lane[]>()
  for (const [index, { tx_bias, tx_power, rx_power }] of await readTable(session, domLanes)) {
    const [ifIndex, lane] = index.split('.').map(Number) as [number, number]
    const own = found.get(ifIndex) ?? []
    found.set(ifIndex, own)
    own.push({ lane: lane + 1, tx_bias, tx_power: lit(tx_power), rx_power: lit(rx_power) })
  }
  return found
}

const isMeasured = (row: object, ...names: string[]): boolean =>
  Object.entries(row).some(([name, value]) => value !== null && !names.includes(name))

/** The columns of a module with several lanes are 0, so its values are the worst of its lanes. */
function rowOf(row: RowOf<typeof dom> | undefined, lanes: readonly Lane[]) {
  const several = lanes.length > 1
  const of = (
    field: 'tx_bias' | 'tx_power' | 'rx_power',
    own: number | null,
    choose: (...values: number[]) => number,
  ) => {
    const inLanes = among(
      lanes.map(lane => lane[field]),
      choose,
    )
    return several ? (inLanes ?? own) : (own ?? inLanes)
  }
  return {
    temp: row?.temp ?? null,
    vcc: row?.vcc ?? null,
    tx_bias: of('tx_bias', row?.tx_bias ?? null, Math.max),
    tx_power: of('tx_power', lit(row?.tx_power ?? null), Math.min),
    rx_power: of('rx_power', lit(row?.rx_power ?? null), Math.min),
  }
}

/** sfp_optical from JUNIPER-DOM-MIB. Some modules (`et-`) have rows in the table of the lanes alone. */
export const optics = (): Implementation =>
  implement(sfpOptical, async (session, { interface: one, load_only }) => {
    const ports = await interfacesFor(session, one)
    const rows = new Map(
      (await rowsByIfIndex(session, dom, ports, one)).map(([port, row]) => [port.if_index, row] as const),
    )
    const lanes = await readLanes(session)
    return ports.flatMap((port): Optical[] => {
      const own = (port.if_index === null ? undefined : lanes.get(port.if_index)) ?? []
      const row = rows.get(port.if_index)
      if (!(row && isMeasured(row)) && !own.some(lane => isMeasured(lane, 'lane'))) return []
      const all = rowOf(row, own)
      for (const field of fields) if (!wanted(load_only, field)) all[field] = null
      const shown = own.length > 1 && load_only === undefined ? { lanes: own } : {}
      return [{ interface: refOf(port), ...all, ...shown }]
    })
  })

/**
 * The position of a part: `QSFP28-100G-LR4 @ 0/0/48`, in Junos Evolved
 * `QSFP-100G-CWDM4 @ /Chassis[0]/Fpc[0]/Pic[0]/Port[0]`.
 */
export const placeIn = (label: string): string | null =>
  /@ (\d+\/\d+\/\d+)$/.exec(label)?.[1] ??
  /\bFpc\[(\d+)\]\/Pic\[(\d+)\]\/Port\[(\d+)\]/i.exec(label)?.slice(1).join('/') ??
  null

/** Beside its ports a board has services whose names end with the same numbers (`gr-0/0/0`, `pfe-0/0/0`). */
export const mayHold = ({ name }: Interface): boolean => /^(?:et|xe|ge|mge|fe|so)-/.test(name)
