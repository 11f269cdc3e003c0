import type { WindowTable } from '../tables.ts'

export type Times = Pick<
  WindowTable,
  'enabled' | 'starts_at' | 'ends_at' | 'weekdays' | 'from_minute' | 'minutes' | 'timezone'
>

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** Minutes since Monday 00:00 of a time zone. */
export function minuteOfWeek(time: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
  return (
    weekdays.indexOf(parts['weekday']!) * dayMinutes + Number(parts['hour']) * 60 + Number(parts['minute'])
  )
}

/** Whether it is a time zone that this system knows. */
export function isTimeZone(name: string): boolean {
  try {
    return formatOf(name) !== null
  } catch {
    return false
  }
}

/**
 * Whether a window is open at a time. A recurring one begins on its weekdays by the clock of its time zone,
 * and may go beyond midnight; in the night in which clocks change it may be off by that hour.
 */
export function isActive(window: Times, time: Date): boolean {
  if (!window.enabled) return false
  if (window.starts_at && time < window.starts_at) return false
  if (window.ends_at && time >= window.ends_at) return false
  if (!window.weekdays) return true
  const now = minuteOfWeek(time, window.timezone)
  return window.weekdays.some(day => {
    const begin = (day - 1) * dayMinutes + window.from_minute!
    return (now - begin + weekMinutes) % weekMinutes < window.minutes!
  })
}
