import { minuteOfWeek } from '@linecard/plugin-kit'
import type { WindowTable } from '../tables.ts'

export type Times = Pick<
  WindowTable,
  'enabled' | 'starts_at' | 'ends_at' | 'weekdays' | 'from_minute' | 'minutes' | 'timezone'
>

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

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
