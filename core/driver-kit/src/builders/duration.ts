/** Seconds as clients read them: `8d 9h 55min 32sec`. */
export function durationText(seconds: number): string {
  const whole = Math.floor(seconds)
  const [days, hours, minutes] = [86400, 3600, 60].map(unit => Math.floor(whole / unit))
  return `${days}d ${hours! % 24}h ${minutes! % 60}min ${whole % 60}sec`
}

/** TimeTicks wrap after 2^32 hundredths of a second, 497 days. */
export const ticksWrapSec = 2 ** 32 / 100

/**
 * Seconds since a TimeTicks moment such as ifLastChange, both in seconds. Null for 0: the moment is
 * before the start of the agent, or unknown.
 */
export function sinceTicks(uptimeSec: number | null, momentSec: number | null): number | null {
  if (uptimeSec === null || momentSec === null || momentSec === 0) return null
  const since = uptimeSec - momentSec
  // Slightly ahead: it changed while we read. Far ahead: sysUpTime has wrapped since.
  return since >= 0 ? since : since > -60 ? 0 : Math.floor(since + ticksWrapSec)
}
