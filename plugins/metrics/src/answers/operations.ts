import { placeOf, slotOf, type Place } from '../catalogue/index.ts'

/** What one operation shows: metrics of interfaces, or of the device itself and its parts. */
export interface Operation {
  key: string
  /** In sentences: "Only devices have a processor". */
  what: string
  summary: string
  ofInterface: readonly string[]
  ofDevice: readonly string[]
  /** Shown in another unit than it is stored: then its name says so too, with `to` in place of `from`. */
  show?: { unit: string; factor: number; from: string; to: string }
}

const both = (rest: string): string[] => [`interface_receive_${rest}`, `interface_transmit_${rest}`]

export const operations: readonly Operation[] = [
  {
    key: 'traffic',
    what: 'traffic',
    summary: 'Traffic of interfaces, bit/s',
    ofInterface: both('bytes_per_second'),
    ofDevice: [],
    show: { unit: 'bit/s', factor: 8, from: '_bytes_', to: '_bits_' },
  },
  {
    key: 'packets',
    what: 'packets',
    summary: 'Unicast, multicast and broadcast packets of interfaces',
    ofInterface: ['unicast', 'multicast', 'broadcast'].flatMap(kind => both(`${kind}_packets_per_second`)),
    ofDevice: [],
  },
  {
    key: 'errors',
    what: 'errors',
    summary: 'Errors and discards of interfaces',
    ofInterface: ['errors', 'discards', 'crc_errors'].flatMap(kind => both(`${kind}_per_second`)),
    ofDevice: [],
  },
  {
    key: 'cpu',
    what: 'processors',
    summary: 'Load of processors, also of boards',
    ofInterface: [],
    ofDevice: ['device_cpu_ratio', 'card_cpu_ratio'],
  },
  {
    key: 'memory',
    what: 'memory',
    summary: 'Memory in use, also of boards',
    ofInterface: [],
    ofDevice: [
      'device_memory_ratio',
      'device_memory_used_bytes',
      'device_memory_size_bytes',
      'card_memory_ratio',
    ],
  },
  {
    key: 'disk',
    what: 'storage',
    summary: 'Storage in use',
    ofInterface: [],
    ofDevice: ['device_disk_ratio', 'device_disk_used_bytes', 'device_disk_size_bytes'],
  },
  {
    key: 'temperature',
    what: 'temperature',
    summary: 'Temperatures of sensors and boards, or of optics',
    ofInterface: ['interface_temperature_celsius'],
    ofDevice: ['device_temperature_celsius', 'card_temperature_celsius'],
  },
  {
    key: 'optical',
    what: 'light',
    summary: 'Light of transceivers, PON ports and ONUs',
    ofInterface: [
      'interface_receive_power_dbm',
      'interface_transmit_power_dbm',
      'interface_olt_receive_power_dbm',
      'interface_olt_transmit_power_dbm',
      'interface_laser_bias_amperes',
      'interface_fiber_length_meters',
    ],
    ofDevice: [],
  },
  {
    key: 'voltage',
    what: 'voltage',
    summary: 'Voltages of sensors, or of optics',
    ofInterface: ['interface_voltage_volts'],
    ofDevice: ['device_voltage_volts'],
  },
  {
    key: 'ping',
    what: 'ping',
    summary: 'Whether the device answered, round trip and loss',
    ofInterface: [],
    ofDevice: ['device_ping_up', 'device_ping_seconds', 'device_ping_loss_ratio'],
  },
]

/** Metrics by family: one question to the store for each. */
export function byFamily(metrics: readonly string[]): Map<number, number[]> {
  const slots = new Map<number, number[]>()
  for (const metric of metrics) {
    const { family, slot } = placeOf(metric)!
    slots.set(family.id, [...(slots.get(family.id) ?? []), slot])
  }
  return slots
}

/** The name and the unit of a metric as an operation shows it. */
export function shownAs(place: Place, { show }: Pick<Operation, 'show'>): { metric: string; unit: string } {
  const { metric, unit } = slotOf(place)
  return show ? { metric: metric.replace(show.from, show.to), unit: show.unit } : { metric, unit }
}
