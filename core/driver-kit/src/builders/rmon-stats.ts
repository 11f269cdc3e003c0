import { implement, type Implementation } from '../contract/implementation.ts'
import { refOf, rmon } from '../modules/index.ts'
import { counter, oidValue, readWhole, table } from '../table/index.ts'
import { byIfIndex, interfacesFor } from './interfaces.ts'

const entry = '1.3.6.1.2.1.16.1.1.1'
/** ifIndex, the column that etherStatsDataSource points into. */
const ifIndexColumn = '1.3.6.1.2.1.2.2.1.1.'

/** etherStatsTable (RMON-MIB, RFC 2819). */
const etherStats = table({
  source: oidValue(`${entry}.2`),
  ether_stats_drop_events: counter(`${entry}.3`),
  ether_stats_crc_align_errors: counter(`${entry}.8`),
  ether_stats_undersize_pkts: counter(`${entry}.9`),
  ether_stats_oversize_pkts: counter(`${entry}.10`),
  ether_stats_fragments: counter(`${entry}.11`),
  ether_stats_jabber: counter(`${entry}.12`),
  ether_stats_collisions: counter(`${entry}.13`),
})

/**
 * `rmon` from RMON-MIB. The data source of a row gives the interface. If no row has one, the index is used as
 * ifIndex.
 */
export const rmonStats = (): Implementation =>
  implement(
    rmon,
    async (session, args) => {
      const interfaces = byIfIndex(await interfacesFor(session, args.interface))
      const { rows, whole } = await readWhole(session, etherStats)
      const sourceless = whole && [...rows.values()].every(({ source }) => source === null)
      return [...rows].flatMap(([index, { source, ...counters }]) => {
        const ifIndex = source?.startsWith(ifIndexColumn)
          ? Number(source.slice(ifIndexColumn.length))
          : sourceless
            ? Number(index)
            : NaN
        const one = interfaces.get(ifIndex)
        return one ? [{ interface: refOf(one), ...counters }] : []
      })
    },
    { source: 'RMON-MIB' },
  )
