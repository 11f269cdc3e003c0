import type { RuleExpression } from '@linecard/plugin-kit'
import { familyOf, link, optical, traffic } from '../../../plugins/metrics/src/catalogue/index.ts'
import type { Row } from '../../../plugins/metrics/src/series/row.ts'

const stepMs = 60_000
export const ports = 48
/** Values of a port in a minute: each is a series. */
const filled = [
  { family: traffic.id, slots: 14 },
  { family: link.id, slots: 3 },
  { family: optical.id, slots: 5 },
] as const
export const seriesOfPort = filled.reduce((sum, { slots }) => sum + slots, 0)

/** Ports that are not as they should be, one in so many. */
const badEvery = 500
/** Every second of these has no light after so many minutes. */
const darkAfter = 15

function valueOf(family: number, slot: number, port: number, minute: number): number {
  const noise = ((port * 31 + minute * 17 + slot * 7) % 100) / 100
  const bad = port % badEvery === 0
  if (family === link.id) return slot === 2 ? 125_000_000 : bad ? 0 : 1
  if (family === optical.id) return slot < 4 ? -20 - noise - (bad ? 12 : 0) : 40 + noise
  return bad ? 1000 + noise : noise
}

/** What all ports tell in one minute. */
export function* minuteOf(
  { devices, firstInterface }: { devices: number; firstInterface: number },
  minute: number,
  begin: number,
): Generator<Row> {
  for (const { family, slots } of filled)
    for (let port = 0; port < devices * ports; port++) {
      if (family === optical.id && port % (2 * badEvery) === 0 && minute >= darkAfter) continue
      // Devices are read one after the other.
      const time = begin + minute * stepMs + Math.floor((port / (devices * ports)) * stepMs * 0.9)
      const values = Array.from({ length: slots }, (_, slot) => valueOf(family, slot, port, minute))
      const device = Math.floor(port / ports) + 1
      yield { family, device, interface: firstInterface + port, part: '', time, values }
    }
}

/** Of gauges and of counters; the traffic has both. */
const functions = ['last', 'max', 'min', 'avg', 'delta', 'absent'] as const
const ofCounters = ['rate', 'increase'] as const
const windows = [300, 600, 900, 1800]

/** Different rules on all metrics, with all functions, of which each holds for some ports at most. */
export const rulesOf = (count: number): RuleExpression[] =>
  Array.from({ length: count }, (_, n): RuleExpression => {
    const { family, slots } = filled[n % filled.length]!
    const own = Math.floor(n / filled.length)
    const { metric, counter } = familyOf(family)!.slots[own % slots]!
    const turn = Math.floor(own / slots) % (functions.length + (counter ? ofCounters.length : 0))
    const name = functions[turn] ?? ofCounters[turn - functions.length]!
    const window_sec = windows[Math.floor(n / 7) % windows.length]!
    const growth = 100 + n
    const common = { metric: functions[turn] ? metric : counter!.name, function: name, window_sec }
    if (name === 'absent') return { ...common, comparison: '>', threshold: 0 }
    const most = name === 'increase' ? growth * window_sec : growth
    if (family === traffic.id) return { ...common, comparison: '>', threshold: most }
    if (name === 'delta') return { ...common, comparison: '<', threshold: -growth }
    return { ...common, comparison: '<', threshold: family === link.id ? 0.5 : -25 }
  })
