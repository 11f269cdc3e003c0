/**
 * Counters between two readings. The caller keeps the newer reading whatever comes out: null says only that
 * this step is unknown.
 */

/** One reading of a counter and of the clock it depends on. */
export interface CounterSample {
  value: number | bigint
  /** When it was read, ms since the epoch or any steady clock. */
  at: number
  /** SNMPv2-MIB sysUpTime, 1/100 s; null when it was not read. */
  uptime: number | null
  /** IF-MIB ifCounterDiscontinuityTime, 1/100 s; null or absent when the device has none. */
  discontinuity?: number | null
}

export interface CounterKind {
  bits: 32 | 64
  /**
   * Most that the counter can grow in a second, e.g. port speed / 8 for octets; without it a wrap is believed
   * over a quarter of the range only.
   */
  maxPerSec?: number
}

/** sysUpTime is 32 bits of 1/100 s: it starts again after 497 days. */
const uptimeRange = 2 ** 32
/** Ticks that agent and service may differ: answers wait, clocks drift. */
const tolerance = (elapsedTicks: number) => 1_500 + elapsedTicks * 0.01

/**
 * Whether a device restarted between two readings of sysUpTime, `elapsedSec` apart. An uptime that went back
 * because it came to its end after 497 days is no restart: counted around the end, it advanced as the clock
 * did.
 */
export function rebooted(previousUptime: number, currentUptime: number, elapsedSec: number): boolean {
  const elapsed = elapsedSec * 100
  const advance = (((currentUptime - previousUptime) % uptimeRange) + uptimeRange) % uptimeRange
  const behind = (elapsed % uptimeRange) - advance
  if (currentUptime >= previousUptime) return behind > tolerance(elapsed)
  return Math.abs(behind) > tolerance(elapsed)
}

/**
 * What a counter grew by, or null when that cannot be known: the device or the counter was reset, or the
 * growth is not possible.
 * A 32-bit counter that went back is taken to have wrapped only where an uptime shows that the device ran on.
 * A 64-bit one never wraps.
 */
export function counterDelta(
  previous: CounterSample,
  current: CounterSample,
  { bits, maxPerSec }: CounterKind,
): number | null {
  const elapsedSec = (current.at - previous.at) / 1000
  if (elapsedSec <= 0) return null
  if ((previous.discontinuity ?? null) !== (current.discontinuity ?? null)) return null
  const clock = previous.uptime !== null && current.uptime !== null
  if (clock && rebooted(previous.uptime!, current.uptime!, elapsedSec)) return null
  const grown = BigInt(current.value) - BigInt(previous.value)
  const limit = maxPerSec === undefined ? Infinity : maxPerSec * elapsedSec * 1.1
  if (grown >= 0n) return Number(grown) <= limit ? Number(grown) : null
  if (bits === 64 || !clock) return null
  const wrapped = Number(grown) + 2 ** 32
  return wrapped >= 0 && wrapped <= (maxPerSec === undefined ? 2 ** 30 : limit) ? wrapped : null
}
