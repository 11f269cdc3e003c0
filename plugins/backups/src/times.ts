import { isTimeZone, minuteOfWeek } from '@linecard/plugin-kit'
import type { Config } from './config.ts'

const [dayMinutes, minuteMs] = [1440, 60_000] as const
const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

type Plan = Pick<Config, 'start' | 'spread_min' | 'every_hours' | 'time_zone'>
type Hours = Pick<Config, 'work_from' | 'work_to' | 'work_days' | 'time_zone'>

export const zoneOf = ({ time_zone: zone }: Pick<Config, 'time_zone'>): string =>
  isTimeZone(zone) ? zone : 'UTC'

/** A number from 0 to 1 that is always the same for a device, and another one for its neighbour. */
export const shareOf = (deviceId: number): number =>
  ((Math.imul(deviceId, 0x9e3779b1) >>> 0) % 10_007) / 10_007

/**
 * When a device is read next after a time: by the clock of the time zone, at its own moment in the spread.
 * In the night in which the clocks change it may be off by that hour.
 */
export function nextTime(plan: Plan, deviceId: number, now: Date): Date {
  const every = plan.every_hours * 60
  const offset = Math.round(shareOf(deviceId) * Math.min(plan.spread_min, every))
  const minute = minuteOfWeek(now, zoneOf(plan)) % dayMinutes
  const since = (minute - minuteOf(plan.start) - offset + 2 * dayMinutes) % dayMinutes
  const left = Math.min(every - (since % every), dayMinutes - since)
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + left * minuteMs)
}

/** Whether a time is outside of the working hours. These may go beyond midnight. */
export function isOutside(hours: Hours, time: Date): boolean {
  const [from, to] = [minuteOf(hours.work_from), minuteOf(hours.work_to)]
  const length = (to - from + dayMinutes) % dayMinutes || dayMinutes
  const now = minuteOfWeek(time, zoneOf(hours))
  return !hours.work_days.some(
    day => (now - ((day - 1) * dayMinutes + from) + 7 * dayMinutes) % (7 * dayMinutes) < length,
  )
}

/** Whether no minute of a period is in the working hours. */
export function isWhollyOutside(hours: Hours, from: Date, to: Date): boolean {
  const stepMs = 15 * minuteMs
  // Every day may have working hours, so a longer period has some.
  if (to.getTime() - from.getTime() > 7 * dayMinutes * minuteMs) return false
  for (let at = from.getTime(); at < to.getTime(); at += stepMs)
    if (!isOutside(hours, new Date(at))) return false
  return isOutside(hours, to)
}
