/** A duration in the format of RouterOS: `1w2d3h4m5s`. */
export function routerOsTime(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds))
  const text = (
    [
      ['w', 604_800],
      ['d', 86_400],
      ['h', 3_600],
      ['m', 60],
      ['s', 1],
    ] as const
  )
    .map(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count > 0 ? `${count}${unit}` : ''
    })
    .join('')
  return text || '0s'
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Local time of the device, UTC+2: `2026-01-15 14:00:00` in version 7, `jan/15/2026 14:00:00` in version 6.
 */
export function routerOsDate(ms: number, version: 6 | 7): string {
  const local = new Date(ms + zoneMs)
  const [date, time] = local.toISOString().slice(0, 19).split('T') as [string, string]
  return version === 7
    ? `${date} ${time}`
    : `${months[local.getUTCMonth()]!}/${date.slice(8)}/${date.slice(0, 4)} ${time}`
}
export const zoneMs = 2 * 3_600_000

export const yes = (value: boolean): string => (value ? 'true' : 'false')
export const idOf = (number: number): string => `*${number.toString(16).toUpperCase()}`
export const macText = (mac: Buffer): string =>
  mac
    .toString('hex')
    .toUpperCase()
    .replace(/(..)(?!$)/g, '$1:')
