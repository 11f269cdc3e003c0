import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { fieldsOf } from './field.ts'
import type { Planned } from './plan.ts'
import type { SettingsSubject } from './subject.ts'

/**
 * A setting whose schema says `grave` can give every permission. Only a caller who has them all may change
 * it.
 * @throws ApiError SETTING_GRAVE
 */
export function assertMayChange(
  caller: Partial<Pick<Caller, 'permissions'>>,
  planned: readonly Planned[],
  subjects: ReadonlyMap<string, SettingsSubject>,
  /** Keys of all permissions of enabled components. */
  permissions: () => readonly string[],
): void {
  const isGrave = ({ component, key }: Planned) =>
    fieldsOf(subjects.get(component)!.plugin.config).some(
      ([name, property]) => name === key && property.grave === true,
    )
  const grave = planned.filter(isGrave).map(({ component, key }) => `${component}.${key}`)
  if (grave.length === 0 || permissions().every(key => caller.permissions?.has(key))) return
  const details = grave.map(path => ({ path, message: 'needs every permission' }))
  throw fail('SETTING_GRAVE', { setting: grave[0] }, details)
}
