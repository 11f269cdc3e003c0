import { isDeepStrictEqual } from 'node:util'
import type { Plugin, SettingChanges } from '@linecard/plugin-kit'
import type { InvalidValue } from '@linecard/driver-kit/validation'
import { strictFaultsOf } from '../config/check.ts'
import { fail } from '../errors.ts'
import { envName, merge, sourceOf, type Layers } from './effective.ts'
import { fieldsOf, isSecret, typedValue } from './field.ts'
import { secretMask } from './secret-mask.ts'
import type { Erase, SettingWrite } from './store.ts'

/** Greatest length of one value as JSON: settings are read whole by every process. */
const maxValueLength = 65_536

export interface Planned {
  component: string
  key: string
  secret: boolean
  old: unknown
  new: unknown
}
export interface SettingsPlan {
  write: SettingWrite[]
  erase: Erase[]
  result: Planned[]
}

/** `unused`: keys whose stored value cannot be used. */
export interface Subject {
  plugin: Plugin
  layers: Layers
  unused: ReadonlySet<string>
}

const named = (component: string, { path, message }: InvalidValue): InvalidValue => ({
  path: [component, path].filter(Boolean).join('.'),
  message,
})

/**
 * Checks a change before anything is written: first each value, then the components with the new values.
 * @throws ApiError SETTINGS_INVALID with all that is wrong, SETTING_FIXED
 */
export function plan(changes: SettingChanges, subject: (component: string) => Subject | null): SettingsPlan {
  const made: SettingsPlan = { write: [], erase: [], result: [] }
  const wrong: InvalidValue[] = []
  const fixed: { path: string; message: string }[] = []

  for (const [component, values] of Object.entries(changes)) {
    const found = subject(component)
    if (!found) {
      wrong.push({ path: component, message: 'is not a component with settings' })
      continue
    }
    const { plugin, layers, unused } = found
    const before = merge(plugin.config, layers).values
    const stored: Record<string, unknown> = { ...layers.stored }
    const properties = new Map(fieldsOf(plugin.config))
    const faults: InvalidValue[] = []
    for (const [key, given] of Object.entries(values)) {
      const property = properties.get(key)
      const secret = property !== undefined && isSecret(property)
      if (!property) {
        faults.push({ path: key, message: 'is unknown' })
        continue
      }
      if (secret && given === secretMask) continue
      const value = typedValue(property, structuredClone(given))
      const reset = value === null
      if (!reset) {
        faults.push(
          ...strictFaultsOf(property, value).map(({ path, message }) => ({
            path: [key, path].filter(Boolean).join('.'),
            message,
          })),
        )
        if (JSON.stringify(value).length > maxValueLength)
          faults.push({ path: key, message: `is longer than ${maxValueLength} characters` })
      }
      const under = { ...layers, stored: {} }
      const next = reset ? merge(plugin.config, under).values[key] : value
      if (sourceOf(key, layers) === 'environment' || property.fileOnly) {
        if (!isDeepStrictEqual(next, before[key]))
          fixed.push({
            path: `${component}.${key}`,
            message: property.fileOnly
              ? 'the config file or the environment alone'
              : `the variable ${envName(component, key)}`,
          })
        continue
      }
      if (!unused.has(key) && (reset ? !Object.hasOwn(stored, key) : isDeepStrictEqual(next, before[key])))
        continue
      if (reset) delete stored[key]
      else stored[key] = value
      made.result.push({ component, key, secret, old: before[key], new: next })
      // A value that is equal to the file or the default is not stored.
      if (reset || isDeepStrictEqual(merge(plugin.config, under).values[key], value))
        made.erase.push({ component, key })
      else made.write.push({ component, key, value, secret })
    }
    const whole = faults.length > 0 ? [] : merge(plugin.config, { ...layers, stored }).wrong
    wrong.push(...[...faults, ...whole].map(fault => named(component, fault)))
  }
  if (wrong.length > 0)
    throw fail(
      'SETTINGS_INVALID',
      { what: wrong.map(({ path, message }) => `"${path}" ${message}`).join('; ') },
      wrong.map(one => ({ ...one })),
    )
  const [first] = fixed
  if (first)
    throw fail(
      'SETTING_FIXED',
      { setting: first.path, where: first.message },
      fixed.map(({ path, message }) => ({ path, message: `is decided by ${message}` })),
    )
  return made
}
