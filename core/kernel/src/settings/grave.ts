import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Part } from '../plugins/part.ts'
import { permissionsOf } from '../plugins/permissions.ts'
import { fieldsOf } from './field.ts'
import type { Planned } from './plan.ts'

/**
 * Nobody takes rights by a setting: one whose schema says `grave` opens all of them, and only who holds them
 * all may change it.
 * @throws ApiError SETTING_GRAVE
 */
export function assertMayChange(
  caller: Partial<Pick<Caller, 'permissions'>>,
  planned: readonly Planned[],
  parts: ReadonlyMap<string, Part>,
): void {
  const isGrave = ({ component, key }: Planned) =>
    fieldsOf(parts.get(component)!.plugin!.config).some(
      ([name, property]) => name === key && property.grave === true,
    )
  const grave = planned.filter(isGrave).map(({ component, key }) => `${component}.${key}`)
  const lacking =
    grave.length > 0 &&
    permissionsOf([...parts.values()].filter(part => part.enabled)).some(
      ({ key }) => !caller.permissions?.has(key),
    )
  if (lacking)
    throw fail(
      'SETTING_GRAVE',
      { setting: grave[0] },
      grave.map(path => ({ path, message: 'needs every permission' })),
    )
}
