import { Type as T, type Static } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'
import { fail } from './errors.ts'

const clock = (description: string) =>
  T.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description, examples: ['22:00'] })

export const QuietHours = closedObject(
  {
    from: clock('Local time at which they begin'),
    to: clock('Local time at which they end; may be on the next day'),
    time_zone: T.String({ minLength: 1, maxLength: 64, description: 'IANA name: Europe/Kyiv' }),
    critical: T.Boolean({ description: 'Critical events are told all the same' }),
  },
  { description: 'Messages of these hours come as one digest at their end' },
)
export type QuietHours = Static<typeof QuietHours>

const dayMin = 1440
const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const inZone = (zone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** @throws NOTIFICATIONS_TIME_ZONE_UNKNOWN */
export function assertZone(zone: string): void {
  try {
    inZone(zone)
  } catch {
    throw fail('NOTIFICATIONS_TIME_ZONE_UNKNOWN', { zone }, [
      { path: 'quiet/time_zone', message: 'is no time zone' },
    ])
  }
}

/**
 * When the quiet hours end in which `now` is; null: it is in none. On a day on which the clocks change it may
 * be an hour off: who waits for it asks again.
 */
export function quietUntil({ from, to, time_zone: zone }: QuietHours, now: Date): Date | null {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const at = minuteOf(inZone(zone).format(now))
  const length = (end - begin + dayMin) % dayMin
  if ((at - begin + dayMin) % dayMin >= length) return null
  const left = (end - at + dayMin) % dayMin
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 + left * 60_000)
}
