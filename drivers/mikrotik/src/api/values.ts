import type { RouterOsRow } from '@linecard/driver-kit'
import { durationText } from '@linecard/driver-kit/builders'

/** A text, or null. RouterOS gives an empty text if nothing is set. */
export const textOf = (row: RouterOsRow, name: string): string | null => row[name] || null

/** A flag: true and false, in arguments yes and no. Null if the menu does not have it. */
export function flagOf(row: RouterOsRow, name: string): boolean | null {
  const value = row[name]
  return value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : null
}

/** A whole number. RouterOS can put spaces between thousands. */
export function integerOf(row: RouterOsRow, name: string): number | null {
  const digits = row[name]?.replaceAll(' ', '')
  return digits !== undefined && /^-?\d{1,15}$/.test(digits) ? Number(digits) : null
}

/** A counter: a number up to 2^53, above it a text with its digits. */
export function counterOf(row: RouterOsRow, name: string): number | string | null {
  const digits = row[name]?.replaceAll(' ', '')
  if (digits === undefined || !/^\d{1,20}$/.test(digits)) return null
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}

const seconds: Readonly<Record<string, number>> = {
  w: 604_800,
  d: 86_400,
  h: 3_600,
  m: 60,
  s: 1,
  ms: 0,
  us: 0,
  ns: 0,
}

/**
 * Whole seconds of `2w1d3h4m5s`, `2s70ms`, `1d02:03:04` or `00:10:00`. Null for `never`, `none`, `infinity`
 * and for a text that is not a duration.
 */
export function secondsOf(text: string | null | undefined): number | null {
  const found = /^(?<units>(?:\d+(?:ms|us|ns|[wdhms]))*)(?<clock>\d+:\d{2}:\d{2})?$/.exec(text ?? '')
  const { units = '', clock } = found?.groups ?? {}
  if (!found || (units === '' && clock === undefined)) return null
  const ofUnits = [...units.matchAll(/(\d+)(ms|us|ns|[wdhms])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * seconds[unit!]!,
    0,
  )
  return ofUnits + (clock?.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) ?? 0)
}

const milliseconds: Readonly<Record<string, number>> = { m: 60_000, s: 1_000, ms: 1, us: 0.001 }

/** Milliseconds of `1ms300us`, `12ms`, `1s20ms`. Null for a text that is not a duration. */
export function millisecondsOf(text: string | null | undefined): number | null {
  if (!/^(?:\d+(?:ms|us|[ms]))+$/.test(text ?? '')) return null
  const sum = [...text!.matchAll(/(\d+)(ms|us|[ms])/g)].reduce(
    (total, [, count, unit]) => total + Number(count) * milliseconds[unit!]!,
    0,
  )
  return Math.round(sum * 1000) / 1000
}

/** A duration in the form that clients expect. */
export const durationOf = (sec: number | null): string | null => (sec === null ? null : durationText(sec))

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A time by the clock of the device as `YYYY-MM-DD HH:MM:SS`, from `2024-04-16 12:00:00` (since 7.10) or
 * `apr/16/2024 12:00:00`. Null for a text that is not a date.
 */
export function localTimeOf(text: string | null | undefined): string | null {
  const old = /^([a-z]{3})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/i.exec(text ?? '')
  const month = old ? months.indexOf(old[1]!.toLowerCase()) + 1 : 0
  if (old && month > 0) return `${old[3]}-${String(month).padStart(2, '0')}-${old[2]} ${old[4]}`
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text ?? '') ? text! : null
}

/** The same time in RFC 3339 form, if the offset of the device from UTC is known (minutes). */
export function timeOf(text: string | null | undefined, offsetMinutes: number | null): string | null {
  const local = localTimeOf(text)
  const ms =
    local === null || offsetMinutes === null
      ? NaN
      : Date.parse(`${local.replace(' ', 'T')}Z`) - offsetMinutes * 60_000
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** The names in a list with commas. */
export const namesOf = (text: string | null | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** The VLAN ids of `10,20-22`. */
export const vlanIdsIn = (text: string | null | undefined): number[] =>
  namesOf(text).flatMap(part => {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? []
    const [low, high] = [Number(first), Math.min(Number(last), 4095)]
    return Number.isInteger(low) && low <= high
      ? Array.from({ length: high - low + 1 }, (_, n) => low + n)
      : []
  })
