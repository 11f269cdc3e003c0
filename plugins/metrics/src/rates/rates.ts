import { counterDelta, type CounterKind, type CounterSample } from '@linecard/driver-kit'
import { trafficSlots } from '../catalogue/index.ts'
import type { Reading } from './reading.ts'

/** An older reading says nothing about the present rate: the device was away. */
const maxGapMs = 900_000
/** Fastest interface of an unknown speed: 800 Gbit/s, in octets a second. */
const maxSpeed = 1e11
/** Octets of the shortest frame. */
const minFrame = 64

const isOctets = (slot: number): boolean => trafficSlots[slot]!.unit === 'bytes/s'
/** Errors and discards are 32 bits wide in IF-MIB, whatever the others are. */
const isNarrow = trafficSlots.map(({ counter }) => /errors|discards/.test(counter!.field))

function kindOf(slot: number, bits: 32 | 64, speed: number | null, elapsedSec: number): CounterKind {
  const own = isNarrow[slot] ? 32 : bits
  const octets = speed ?? (own === 64 ? maxSpeed : null)
  if (octets === null) return { bits: own }
  const maxPerSec = isOctets(slot) ? octets : octets / minFrame
  // That every frame of a fast port is an error is no reason not to know the errors.
  if (isNarrow[slot] && maxPerSec * elapsedSec >= 2 ** 32) return { bits: own }
  return { bits: own, maxPerSec }
}

/**
 * Someone has cleared the counters: octets and packets went back in the same step, or three counters did.
 * Wraps of several counters in one step are next to impossible.
 */
function isCleared(previous: Reading, current: Reading): boolean {
  let octets = 0
  let others = 0
  for (const [slot, value] of current.values.entries()) {
    const before = previous.values[slot] ?? null
    if (value === null || before === null || value >= before) continue
    if (isOctets(slot)) octets++
    else others++
  }
  return octets + others >= 3 || (octets > 0 && others > 0)
}

const sampleOf = ({ time, uptime, discontinuity }: Reading, value: bigint): CounterSample => ({
  value,
  at: time,
  uptime,
  discontinuity,
})

/**
 * Rates by slot, each a second; NaN: unknown. Null: there is nothing to compare with, or the counters began
 * again. A negative growth never is a rate: the newer reading is the next beginning. A gap stays a gap, so
 * readings that are too far apart give nothing either.
 */
export function ratesOf(
  previous: Reading | undefined,
  current: Reading,
  { speed, rebooted }: { speed: number | null; rebooted: boolean | null },
): number[] | null {
  if (!previous || rebooted === true || previous.bits !== current.bits) return null
  const elapsed = current.time - previous.time
  // A device that is read once an hour has steps of an hour.
  if (elapsed <= 0 || elapsed > Math.max(maxGapMs, previous.elapsed * 3)) return null
  if (isCleared(previous, current)) return null
  const rates = current.values.map((value, slot) => {
    const before = previous.values[slot] ?? null
    if (value === null || before === null) return NaN
    const kind = kindOf(slot, current.bits, speed, elapsed / 1000)
    const grown = counterDelta(sampleOf(previous, before), sampleOf(current, value), kind)
    return grown === null ? NaN : (grown * 1000) / elapsed
  })
  return rates.every(rate => Number.isNaN(rate)) ? null : rates
}
