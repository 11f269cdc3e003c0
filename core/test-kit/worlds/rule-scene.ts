import type { RuleExpression } from '@linecard/plugin-kit'
import type { World } from './core.ts'

/** Minutes of values: long enough that each rule holds and ends several times. */
export const minutes = 180
export const minute = 60_000

/** A small generator, so that every run has the same values. */
function* numbers(seed: number): Generator<number, never> {
  for (let x = seed; ;) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0
    yield x / 2 ** 32
  }
}

/** Values of a series, by minute; null: none. */
export interface Line {
  metric: string
  device_id: number
  interface_id: number | null
  part: string
  value(n: number, random: number): number | null
}
export const ports = [101, 102, 103, 104, 105, 201, 202]
const deviceOf = (port: number): number => (port < 200 ? 7 : 8)
const ofPort = (metric: string, port: number, value: Line['value']): Line => ({
  metric,
  device_id: deviceOf(port),
  interface_id: port,
  part: '',
  value,
})

/** Flapping links, bursts of errors, falling light, loads, sessions; each with silences of its own. */
const lines: readonly Line[] = [
  ...ports.flatMap((port, at) => [
    ofPort('interface_up', port, (n, r) => (n % (23 + at) < 4 || r < 0.02 ? 0 : 1)),
    ofPort('interface_enabled', port, n => (n % 61 < 9 + at ? 0 : 1)),
    ofPort('interface_receive_errors_per_second', port, (n, r) => (n % 47 < 12 ? r * (at + 1) * 0.05 : 0)),
    ofPort('interface_receive_crc_errors_per_second', port, (_, r) => (r < 0.1 ? null : r * 0.01 * at)),
    ofPort('interface_receive_power_dbm', port, (n, r) =>
      n > 60 && n < 75 + at ? null : -20 - at - n / 25 + (r - 0.5) * 2,
    ),
    ofPort('onu_state', port, (_, r) => (r < 0.9 ? 1 : -Math.floor(r * 40 - 36) - 1)),
  ]),
  ...[7, 8].flatMap((device_id, at): Line[] => [
    ...['', 'card 1', 'card "2"'].map((part, index): Line => {
      return {
        metric: 'device_cpu_ratio',
        device_id,
        interface_id: null,
        part,
        value: (n, r) => 0.5 + 0.45 * Math.sin(n / (9 + at + index)) + 0.05 * r,
      }
    }),
    ...(['bgp_session_established', 'bgp_session_disabled', 'bgp_session_uptime_seconds'] as const).map(
      (metric, slot): Line => {
        const values = [
          (n: number) => (n % 31 < 7 ? 0 : 1),
          (n: number) => (n % 90 < 20 ? 1 : 0),
          (n: number) => (n % 31 < 7 ? 0 : ((n % 31) - 7) * 60),
        ]
        return { metric, device_id, interface_id: null, part: 'AS 64512', value: values[slot]! }
      },
    ),
  ]),
]

/** An expression in one line. */
export const one = (
  metric: string,
  name: RuleExpression['function'],
  window_sec: number,
  comparison: RuleExpression['comparison'],
  threshold: number,
  more: Partial<RuleExpression> = {},
): RuleExpression => ({ metric, function: name, window_sec, comparison, threshold, ...more })

export const enabled = {
  metric: 'interface_enabled',
  function: 'last',
  comparison: '==',
  threshold: 1,
} as const

/** Twenty rules: every function, comparison and filter. */
export const rules: readonly RuleExpression[] = [
  one('interface_up', 'last', 300, '==', 0),
  one('interface_up', 'last', 300, '==', 0, { also: [enabled] }),
  one('interface_up', 'last', 120, '==', 0, { also: [enabled], filter: { favorite: true } }),
  one('interface_up', 'last', 120, '!=', 1, { filter: { favorite: false, types: ['ETH'] } }),
  one('interface_up', 'min', 900, '<', 1, { filter: { tags: ['uplink', 'a.b+c'] } }),
  one('interface_up', 'avg', 600, '<=', 0.8),
  one('interface_receive_errors_total', 'increase', 900, '>', 5),
  one('interface_receive_errors_total', 'rate', 300, '>=', 0.02, { filter: { group_ids: [71] } }),
  one('interface_receive_errors_per_second', 'max', 600, '>', 0.1, { filter: { vendors: ['Acme (R&D)'] } }),
  one('interface_receive_crc_errors_total', 'increase', 1800, '>', 3, { filter: { model_ids: [91] } }),
  one('interface_receive_power_dbm', 'avg', 900, 'outside', -26, { upper: -21 }),
  one('interface_receive_power_dbm', 'delta', 3600, '<', -2.5),
  one('interface_receive_power_dbm', 'delta', 600, '>', 0.5, { filter: { types: ['ETH', 'ONU'] } }),
  one('interface_receive_power_dbm', 'absent', 300, '>', 0),
  one('onu_state', 'last', 300, '<', 0),
  one('onu_state', 'min', 300, 'outside', -2, { upper: 0 }),
  one('device_cpu_ratio', 'avg', 300, '>', 0.8),
  one('device_cpu_ratio', 'min', 900, '>=', 0.7, {
    filter: { group_ids: [71, 72], vendors: ['Acme (R&D)'] },
  }),
  one('bgp_session_established', 'last', 300, '==', 0, {
    also: [{ metric: 'bgp_session_disabled', function: 'max', comparison: '==', threshold: 0 }],
  }),
  one('bgp_session_uptime_seconds', 'last', 300, '<', 300, {
    also: [{ metric: 'bgp_session_established', function: 'last', comparison: '==', threshold: 1 }],
  }),
]

export interface Value extends Omit<Line, 'value'> {
  /** Minute since the begin. */
  n: number
  value: number
}

/** All values of the scene, as both stores keep them. */
export const values: readonly Value[] = lines.flatMap(({ value, ...line }, at) => {
  const random = numbers(at + 1)
  return Array.from({ length: minutes }, (_, n) => ({
    ...line,
    n,
    value: value(n, random.next().value),
  })).flatMap(point => (point.value === null ? [] : [{ ...point, value: Math.fround(point.value) }]))
})

/** Labels of a series, as a scrape has them. */
export function labelsOf({ device_id, interface_id, part }: Omit<Line, 'value'>): string {
  const port = interface_id === null ? '' : `,interface_id="${interface_id}",type="ETH"`
  const named = part === '' ? '' : `,part="${part.replaceAll('"', '\\"')}"`
  return `device_id="${device_id}"${port}${named}`
}

/** What a scrape tells of devices and marks. */
export const infos: readonly (readonly [name: string, labels: string])[] = [
  ['device_info', 'device_id="7",vendor="Acme (R&D)",model_id="91",group_id="71"'],
  ['device_info', 'device_id="8",vendor="",model_id="",group_id="72"'],
  ['interface_favorite', 'interface_id="102"'],
  ['interface_favorite', 'interface_id="201"'],
  ['interface_tag', 'interface_id="103",tag="a.b+c"'],
  ['interface_tag', 'interface_id="104",tag="aXbbc"'],
  ['interface_tag', 'interface_id="202",tag="uplink"'],
]

/** The same in an installation that has the devices 7 and 8 with these ports. */
export async function addMarks(world: World): Promise<void> {
  await world.sql(`insert into inventory_model (id, key, name, vendor, type)
    values (91, 'acme', 'G16', 'Acme (R&D)', 'OLT')`)
  await world.sql('update inventory_device set model_id = 91 where id = 7')
  await world.sql(`insert into interface_marks_favorite (user_id, interface_id)
    select (select min(id) from identity_user), port from unnest(array[102, 201]) port`)
  await world.sql(`insert into interface_marks_tag (interface_id, tag)
    values (103, 'a.b+c'), (104, 'aXbbc'), (202, 'uplink')`)
}
