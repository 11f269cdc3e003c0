import { implement, type Implementation } from '../contract/implementation.ts'
import { pick, without } from '../contract/pick.ts'
import type { Session } from '../contract/session.ts'
import { ifCounterModules, isWhole, mergeWidths, octetsOf } from '../builders/if-counters.ts'
import { ifCounters32, ifCounters64, ifErrors } from '../builders/if-mib.ts'
import { interfaceCounters, refOf, type Interface } from '../modules/index.ts'
import type { Column, RowOf } from '../table/index.ts'
import { forPorts } from './for-ports.ts'
import { onusFor } from './interfaces.ts'
import { findInterface } from './one-interface.ts'
import { readOnus } from './rows.ts'
import type { Olt, OnuTable } from './tree.ts'

type Rows = typeof interfaceCounters.example
type Field =
  | 'in_octets'
  | 'out_octets'
  | 'in_ucast_pkts'
  | 'out_ucast_pkts'
  | 'in_multicast_pkts'
  | 'out_multicast_pkts'
  | 'in_broadcast_pkts'
  | 'out_broadcast_pkts'
  | 'in_errors'
  | 'out_errors'
  | 'in_discards'
  | 'out_discards'
  | 'in_crc_errors'
  | 'out_crc_errors'
/** Counters of ONUs. "In" is traffic from the ONU. */
export interface OnuCounters extends OnuTable<Partial<Record<Field, Column<number | string>>>> {
  /** Width of the octet counters. Absent: 64. */
  bits?: 32 | 64
  /** 32-bit counters of ONUs for which the agent does not have all of these. */
  narrow?: typeof ifCounters32
}

/**
 * Counters of ONUs that are rows of IF-MIB. The octets of both directions have the same width: a 64-bit
 * counter of one direction alone is not used.
 */
export const ifRowCounters = (index: OnuTable['index']): OnuCounters => ({
  columns: { ...ifCounters64, ...ifErrors },
  narrow: ifCounters32,
  index,
})

type Narrow = RowOf<typeof ifCounters32>
interface Counted {
  row: Partial<typeof nothing>
  bits: 32 | 64
}

/** Counters of one table. Only ONUs without some 64-bit counter are read with 32 bits too. */
async function countersOf(
  session: Session,
  olt: Olt,
  table: OnuCounters,
  onus: readonly Interface[],
  read: readonly Interface[] | 'all',
): Promise<Map<number, Counted>> {
  const { columns, narrow, index, bits = 64 } = table
  const high = (await readOnus(session, olt, { columns, index }, read)) as Map<number, Counted['row']>
  const found = new Map([...high].map(([id, row]): [number, Counted] => [id, { row, bits }]))
  if (!narrow) return found
  const partial = onus.filter(({ id }) => !isWhole(high.get(id) as Narrow | undefined))
  if (partial.length === 0) return found
  const asked = read === 'all' && partial.length > rowsWorthAWalk ? 'all' : partial
  const low = await readOnus(session, olt, { columns: narrow, index }, asked)
  for (const { id } of partial) {
    const [first, second] = [high.get(id), low.get(id)]
    if (!first && !second) continue
    const row = { ...first, ...mergeWidths(first as Narrow | undefined, second) }
    found.set(id, {
      row,
      bits: octetsOf(first as Narrow | undefined, second) === second && second ? 32 : bits,
    })
  }
  return found
}
/** With more ONUs than this a walk costs less than single GETs. */
const rowsWorthAWalk = 16

/**
 * interface_counters and errors: IF-MIB for ports, the vendor's tables for ONUs (one for each technology). An
 * ONU without a row there has no row in the result.
 */
export function counterModules(olt: Olt, tables: OnuCounters | readonly OnuCounters[]): Implementation[] {
  const ofOnus = [tables].flat() as readonly OnuCounters[]
  const ofPorts = forPorts(olt, ifCounterModules())
  const ports = pick(ofPorts, interfaceCounters)
  return [
    implement(interfaceCounters, async (session, args) => {
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      const portRows =
        args.interface_type === 'ONU' || one?.type === 'ONU' ? [] : ((await ports.run(session, args)) as Rows)
      if (args.interface_type === 'PHYSICAL' || (one && one.type !== 'ONU')) return portRows
      const { onus, read } = await onusFor(session, olt, one)
      const rows = new Map<number, Counted>()
      for (const table of ofOnus)
        for (const [id, counted] of await countersOf(session, olt, table, onus, read)) rows.set(id, counted)
      return [
        ...portRows,
        ...onus.flatMap(onu => {
          const found = rows.get(onu.id)
          if (!found) return []
          const counted = { ...nothing, ...found.row }
          const none = counted.in_octets === null && counted.out_octets === null
          return [{ interface: refOf(onu), ...counted, bits: none ? null : found.bits }]
        }),
      ]
    }),
    ...without(ofPorts, interfaceCounters),
  ]
}

/** What an agent does not count. */
const nothing: Record<Field, number | string | null> = {
  in_octets: null,
  out_octets: null,
  in_ucast_pkts: null,
  out_ucast_pkts: null,
  in_multicast_pkts: null,
  out_multicast_pkts: null,
  in_broadcast_pkts: null,
  out_broadcast_pkts: null,
  in_errors: null,
  out_errors: null,
  in_discards: null,
  out_discards: null,
  in_crc_errors: null,
  out_crc_errors: null,
}
