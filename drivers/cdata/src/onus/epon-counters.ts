import { counter, implement, pick, table, type Implementation } from '@linecard/driver-kit'
import { interfaceCounters } from '@linecard/driver-kit/modules'
import { counterModules, type Olt } from '@linecard/driver-kit/onus'
import { rowsOf, withTail, type OnuIndex } from '../indexes.ts'
import { nscrtv } from '../nodes.ts'

const entry = `${nscrtv}.2.3.10.1.1`

/**
 * interface_counters of FD12xx. curStatsTable has the counters of an ONU behind `.0.1`. The agent answers for
 * one ONU and not for all: a list has the ports alone.
 */
export function eponCounters(olt: Olt, index: OnuIndex): Implementation {
  const all = pick(
    counterModules(olt, {
      columns: table({
        in_octets: counter(`${entry}.4`),
        out_octets: counter(`${entry}.26`),
        in_multicast_pkts: counter(`${entry}.7`),
        out_multicast_pkts: counter(`${entry}.29`),
        in_crc_errors: counter(`${entry}.22`),
        out_crc_errors: counter(`${entry}.44`),
        in_discards: counter(`${entry}.23`),
        out_discards: counter(`${entry}.45`),
      }),
      index: rowsOf(index, onu => withTail(onu, '0.1')),
    }),
    interfaceCounters,
  )
  return implement(
    interfaceCounters,
    async (session, args) => {
      if (args.interface === undefined && args.interface_type === 'ONU') return []
      const only = args.interface === undefined ? { ...args, interface_type: 'PHYSICAL' as const } : args
      return (await all.run(session, only)) as typeof interfaceCounters.example
    },
    { override: true },
  )
}
