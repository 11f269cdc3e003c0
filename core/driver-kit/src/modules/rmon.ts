import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { counterOrNull, examplePort, perInterface } from './shapes.ts'

/** RMON etherStats error counters (RFC 2819). They help to separate cabling faults from overload. */
export const rmon = defineModule({
  name: 'rmon',
  kind: 'read',
  permission: 'device_show',
  summary: 'RMON error counters of ports',
  args: interfaceArgs,
  result: perInterface({
    ether_stats_crc_align_errors: counterOrNull('etherStatsCRCAlignErrors, packets'),
    ether_stats_undersize_pkts: counterOrNull('etherStatsUndersizePkts, packets'),
    ether_stats_oversize_pkts: counterOrNull('etherStatsOversizePkts, packets'),
    ether_stats_fragments: counterOrNull('etherStatsFragments, packets'),
    ether_stats_jabber: counterOrNull('etherStatsJabbers, packets'),
    ether_stats_collisions: counterOrNull('etherStatsCollisions'),
    ether_stats_drop_events: counterOrNull('etherStatsDropEvents'),
  }),
  example: [
    {
      interface: examplePort,
      ether_stats_crc_align_errors: 12,
      ether_stats_undersize_pkts: 0,
      ether_stats_oversize_pkts: 0,
      ether_stats_fragments: 1,
      ether_stats_jabber: 0,
      ether_stats_collisions: 0,
      ether_stats_drop_events: null,
    },
  ],
})
