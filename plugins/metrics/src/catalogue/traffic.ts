import type { Family, Slot } from './family.ts'

const counted = [
  { field: 'octets', metric: 'bytes', what: 'octets', alias: 'octets' },
  { field: 'ucast_pkts', metric: 'unicast_packets', what: 'unicast packets' },
  { field: 'multicast_pkts', metric: 'multicast_packets', what: 'multicast packets' },
  { field: 'broadcast_pkts', metric: 'broadcast_packets', what: 'broadcast packets' },
  { field: 'errors', metric: 'errors', what: 'packets with errors', alias: 'errors' },
  { field: 'discards', metric: 'discards', what: 'packets discarded without an error', alias: 'discards' },
  { field: 'crc_errors', metric: 'crc_errors', what: 'packets with a bad checksum' },
] as const

const directions = [
  { field: 'in', metric: 'receive', what: 'Received' },
  { field: 'out', metric: 'transmit', what: 'Sent' },
] as const

/** In the order: octets in and out, unicast in and out, … */
export const trafficSlots: readonly Slot[] = counted.flatMap(kind =>
  directions.map((direction): Slot => ({
    metric: `interface_${direction.metric}_${kind.metric}_per_second`,
    unit: kind.field === 'octets' ? 'bytes/s' : 'packets/s',
    help: `${direction.what}, ${kind.what} a second since the reading before`,
    counter: {
      name: `interface_${direction.metric}_${kind.metric}_total`,
      help: `${direction.what}, ${kind.what}: the counter of the device`,
      field: `${direction.field}_${kind.field}`,
    },
    ...('alias' in kind ? { alias: `iface_stat_${direction.field}_${kind.alias}` } : {}),
  })),
)

export const traffic: Family = { id: 1, key: 'traffic', slots: trafficSlots }
