import { createHash, randomUUID } from 'node:crypto'
import { fail } from '../errors.ts'

export const newKey = (): string => randomUUID()

/** What the database keeps of a key. Keys are random, so that a plain hash is enough. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

export const prefixOf = (key: string): string => key.slice(0, 8)

const seconds = { m: 60, h: 3600, d: 86_400 }
const LONGEST = 3650 * seconds.d

/** `10m 1h 30d 365d` in seconds. Throws VALIDATION_ERROR for anything else. */
export function lifetimeSec(lifetime: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(lifetime) ?? []
  const total = Number(count) * (seconds[unit as keyof typeof seconds] ?? Number.NaN)
  if (!(total <= LONGEST))
    throw fail('IDENTITY_LIFETIME_INVALID', { lifetime }, [
      { path: 'expire', message: 'a number and m, h or d, from 1m to 3650d' },
    ])
  return total
}
