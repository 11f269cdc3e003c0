import { type Rows, rowsOf } from '../simulated/rows.ts'
import { stationsOf, unisOf } from './behind.ts'
import type { SimulatedOlt } from './olt.ts'
import type { Onu, OnuStation, Uni } from './onu-state.ts'

type Index<Row> = (row: Row) => string | number

/** One row for each registered ONU. Tables with the same index should share one. */
export const onuRows = (olt: SimulatedOlt, index: Index<Onu>): Rows<Onu> =>
  rowsOf(
    () => olt.generation,
    () => olt.onus.map(onu => [index(onu), onu] as const),
  )

/** One row for each member of a list that every ONU has. */
export const memberRows = <Member>(
  olt: SimulatedOlt,
  members: (onu: Onu) => readonly Member[],
  index: Index<{ onu: Onu; member: Member }>,
): Rows<{ onu: Onu; member: Member }> =>
  rowsOf(
    () => olt.generation,
    () =>
      olt.onus.flatMap(onu => members(onu).map(member => [index({ onu, member }), { onu, member }] as const)),
  )

/** One row for each Ethernet port of an ONU. */
export const uniRows = (olt: SimulatedOlt, index: Index<{ onu: Onu; member: Uni }>) =>
  memberRows(olt, unisOf, index)

/** One row for each device behind an ONU. Show them with `present` only while the ONU is online. */
export const stationRows = (olt: SimulatedOlt, index: Index<{ onu: Onu; member: OnuStation }>) =>
  memberRows(olt, stationsOf, index)
