import {
  counter,
  implement,
  pick,
  table,
  without,
  type Column,
  type Implementation,
} from '@linecard/driver-kit'
import { ifCounterModules } from '@linecard/driver-kit/builders'
import { interfaceCounters, refOf } from '@linecard/driver-kit/modules'
import { zte } from '../columns.ts'
import { largeBoardOnu, physicalOnu, smallBoardOnu } from '../indexes.ts'
import { forPorts } from './for-ports.ts'
import { findInterface, onusFor } from './interfaces.ts'
import { readOnus, type OnuRow } from './rows.ts'
import type { OnuTable, OnuTrees } from './tree.ts'

type Rows = typeof interfaceCounters.example
type Field =
  | 'in_octets'
  | 'out_octets'
  | 'in_multicast_pkts'
  | 'out_multicast_pkts'
  | 'in_crc_errors'
  | 'out_crc_errors'
export type OnuCounters = OnuTable<Partial<Record<Field, Column<number | string>>>>

const xpon = `${zte}.1015.1010.5.56.1.1`
const c600 = `${zte}.1082.500.4.2.2.2.1`

/**
 * zxAnXpon: ONUs of both technologies. Firmware 1.2 has no multicast columns. "In" is traffic from the ONU.
 */
export const xponCounters: OnuCounters = {
  columns: table({
    in_octets: counter(`${xpon}.2`),
    out_octets: counter(`${xpon}.3`),
    in_multicast_pkts: counter(`${xpon}.8`),
    out_multicast_pkts: counter(`${xpon}.9`),
    in_crc_errors: counter(`${xpon}.10`),
    out_crc_errors: counter(`${xpon}.11`),
  }),
  index: [smallBoardOnu, largeBoardOnu],
}
export const c600Counters: OnuCounters = {
  columns: table({
    in_octets: counter(`${c600}.1`),
    out_octets: counter(`${c600}.44`),
    in_multicast_pkts: counter(`${c600}.9`),
    out_multicast_pkts: counter(`${c600}.52`),
    in_crc_errors: counter(`${c600}.15`),
    out_crc_errors: counter(`${c600}.58`),
  }),
  index: [physicalOnu],
}

/**
 * interface_counters and errors: IF-MIB for ports, the vendor's table for ONUs. An ONU without a row in
 * that table has no row in the result.
 */
export function counterModules(trees: OnuTrees, ofOnus: OnuCounters): Implementation[] {
  const ofPorts = forPorts(trees, ifCounterModules())
  const ports = pick(ofPorts, interfaceCounters)
  const others = without(ofPorts, interfaceCounters)
  return [
    implement(interfaceCounters, async (session, args) => {
      const one =
        args.interface === undefined ? undefined : await findInterface(session, trees, args.interface)
      const portRows =
        args.interface_type === 'ONU' || one?.type === 'ONU' ? [] : ((await ports.run(session, args)) as Rows)
      if (args.interface_type === 'PHYSICAL' || (one && one.type !== 'ONU')) return portRows
      const { onus, read } = await onusFor(session, trees, one?.id)
      const rows: Map<number, OnuRow<OnuCounters['columns']>> = await readOnus(session, ofOnus, read)
      return [
        ...portRows,
        ...onus.flatMap(onu => {
          const row = rows.get(onu.id)
          if (!row) return []
          const {
            in_octets = null,
            out_octets = null,
            in_multicast_pkts = null,
            out_multicast_pkts = null,
            in_crc_errors = null,
            out_crc_errors = null,
          } = row
          return [
            {
              interface: refOf(onu),
              in_octets,
              out_octets,
              in_ucast_pkts: null,
              out_ucast_pkts: null,
              in_multicast_pkts,
              out_multicast_pkts,
              in_broadcast_pkts: null,
              out_broadcast_pkts: null,
              in_errors: null,
              out_errors: null,
              in_discards: null,
              out_discards: null,
              in_crc_errors,
              out_crc_errors,
              bits: in_octets === null && out_octets === null ? null : (64 as const),
            },
          ]
        }),
      ]
    }),
    ...others,
  ]
}
