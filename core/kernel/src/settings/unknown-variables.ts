import type { TObject } from 'typebox'
import { overrides } from '../config/load.ts'
import { envName } from './effective.ts'
import { fieldsOf } from './field.ts'

/** Variables that are read beside the config and the settings. */
const others = ['LINECARD_CONFIG', 'LINECARD_ADMIN_PASSWORD', 'LINECARD_VAULT_KEY', 'LINECARD_SNMP_PORT']

/** How many letters must be added, removed, replaced or swapped to make one text of another. */
export function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (same ? 0 : 1),
        swapped ? before[j - 2]! + 1 : Infinity,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}

/** The name that is probably meant; null if none is near. */
function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map(one => ({ one, far: distance(name, one) }))
    .toSorted((x, y) => x.far - y.far || (x.one < y.one ? -1 : 1))
  return best && best.far <= Math.max(2, Math.floor(name.length / 5)) ? best.one : null
}

/**
 * A sentence for each variable `LINECARD_…` that nothing reads: a typing error would go unnoticed.
 * `inConfig`: names that the config file uses as placeholders.
 */
export function unknownVariables(
  env: NodeJS.ProcessEnv,
  subjects: readonly { id: string; config: TObject }[],
  inConfig: ReadonlySet<string>,
): string[] {
  const known = [
    ...overrides.map(([variable]) => variable),
    ...others,
    ...inConfig,
    ...subjects.flatMap(({ id, config }) => fieldsOf(config).map(([key]) => envName(id, key))),
  ]
  const readable = new Set(known)
  return Object.keys(env)
    .filter(name => name.startsWith('LINECARD_') && !readable.has(name))
    .toSorted()
    .map(name => {
      const meant = nearest(name, known)
      return `the variable ${name} is set, and nothing reads it${meant ? `: is ${meant} meant?` : ''}`
    })
}
