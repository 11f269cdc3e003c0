import { createHash, randomUUID } from 'node:crypto'
import { fail } from '../errors.ts'

export const createKey = (): string => randomUUID()

/** The form in which the database keeps a key. Keys are random, so a plain hash is enough. */
export const keyHashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** The first characters of a key. Its owner recognises the key by them. */
export const keyPrefixOf = (key: string): string => key.slice(0, 8)

const unitSec = { m: 60, h: 3600, d: 86_400 }
const maxLifetimeSec = 3650 * unitSec.d

/**
 * Converts a lifetime such as `10m`, `1h`, `30d` or `365d` to seconds.
 * @throws ApiError IDENTITY_LIFETIME_INVALID
 */
export function lifetimeSec(lifetime: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(lifetime) ?? []
  const total = Number(count) * (unitSec[unit as keyof typeof unitSec] ?? Number.NaN)
  if (!(total <= maxLifetimeSec))
    throw fail('IDENTITY_LIFETIME_INVALID', { lifetime }, [
      { path: 'expire', message: 'a number and m, h or d, from 1m to 3650d' },
    ])
  return total
}
