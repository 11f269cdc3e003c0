import { familiesOf, type Driver } from '../../contract/driver.ts'
import { commonSecrets } from './common.ts'

const known = new WeakMap<Driver, readonly RegExp[]>()

const ofDriver = (driver: Driver): readonly RegExp[] => {
  const patterns = known.get(driver) ?? familiesOf(driver).flatMap(({ cli }) => cli?.secrets ?? [])
  known.set(driver, patterns)
  return patterns
}

/**
 * The common patterns and those of all consoles of the drivers, each once: for a text whose device is not
 * known. They can mask a word too many.
 */
export const secretsOf = (drivers: readonly Driver[]): readonly RegExp[] => [
  ...new Set([...commonSecrets, ...drivers.flatMap(ofDriver)]),
]
