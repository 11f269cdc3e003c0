/**
 * What a counter grew by between two readings. The caller always keeps the newer reading: null only says that
 * the growth of this step is unknown.
 */

/** One reading of a counter and of the clock it depends on. */
export interface CounterSample {
  value: number | bigint
  /** Time of the reading, in ms since the epoch or of any steady clock. */
  at: number
  /** SNMPv2-MIB sysUpTime, in 1/100 s; null if it was not read. */
  uptime: number | null
  /** IF-MIB ifCounterDiscontinuityTime, in 1/100 s; null or absent if the device does not have it. */
  discontinuity?: number | null
}

/** Width of a counter and how fast it can grow: by them `counterDelta` tells a wrap from a reset. */
export interface CounterKind {
  bits: 32 | 64
  /**
   * Largest growth in a second, for example port speed / 8 for octets. Without it, a wrap is assumed only if
   * the growth is at most a quarter of the range.
   */
  maxPerSec?: number
}

/** sysUpTime has 32 bits of 1/100 s: it starts again after 497 days. */
const uptimeRange = 2 ** 32
/** By how many ticks agent and service may differ: answers are delayed, and clocks drift. */
const tolerance = (elapsedTicks: number) => 1_500 + elapsedTicks * 0.01

/** By how many ticks the uptime advanced less than the clock; below 0: more. Modulo 497 days. */
function ticksBehind(previousUptime: number, currentUptime: number, elapsed: number): number {
  const advance = (((currentUptime - previousUptime) % uptimeRange) + uptimeRange) % uptimeRange
  return (elapsed % uptimeRange) - advance
}

/**
 * Whether a device restarted between two readings of sysUpTime, `elapsedSec` apart. An uptime that started
 * again after 497 days is no restart: modulo its range, it advanced like the clock. Nor is an uptime that is
 * longer than the time between the readings: the clock was put, or an answer was late.
 */
export function rebooted(previousUptime: number, currentUptime: number, elapsedSec: number): boolean {
  const elapsed = elapsedSec * 100
  const behind = ticksBehind(previousUptime, currentUptime, elapsed)
  if (currentUptime < previousUptime) return Math.abs(behind) > tolerance(elapsed)
  return behind > tolerance(elapsed) && currentUptime <= elapsed + tolerance(elapsed)
}

/** Whether the uptime and the clock tell another time between two readings: then no rate is known. */
function isOutOfStep(previousUptime: number, currentUptime: number, elapsedSec: number): boolean {
  const behind = ticksBehind(previousUptime, currentUptime, elapsedSec * 100)
  return Math.abs(behind) > tolerance(elapsedSec * 100)
}

/**
 * The growth of a counter. Null if it is unknown: the device or the counter was reset, its uptime and the
 * clock differ about the time between, or the growth is impossible. A 32-bit counter that went back has
 * wrapped only if the uptime shows that the device did not restart; if it can wrap twice meanwhile, its
 * growth is unknown. A 64-bit counter never wraps.
 */
export function counterDelta(
  previous: CounterSample,
  current: CounterSample,
  { bits, maxPerSec }: CounterKind,
): number | null {
  const elapsedSec = (current.at - previous.at) / 1000
  if (elapsedSec <= 0) return null
  const [before, after] = [previous.discontinuity ?? null, current.discontinuity ?? null]
  if (before !== null && after !== null && before !== after) return null
  const clock = previous.uptime !== null && current.uptime !== null
  if (clock && isOutOfStep(previous.uptime!, current.uptime!, elapsedSec)) return null
  const grown = BigInt(current.value) - BigInt(previous.value)
  // It may have wrapped more than once: the growth is known modulo the range alone.
  if (bits === 32 && maxPerSec !== undefined && maxPerSec * elapsedSec >= 2 ** 32) return null
  const limit = maxPerSec === undefined ? Infinity : maxPerSec * elapsedSec * 1.1
  if (grown >= 0n) return Number(grown) <= limit ? Number(grown) : null
  if (bits === 64 || !clock) return null
  const wrapped = Number(grown) + 2 ** 32
  return wrapped >= 0 && wrapped <= (maxPerSec === undefined ? 2 ** 30 : limit) ? wrapped : null
}
