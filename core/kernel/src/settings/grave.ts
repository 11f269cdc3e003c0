import { hasEverything, type Caller, type ConfirmCaller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { fieldsOf } from './field.ts'
import type { Planned } from './plan.ts'
import type { SettingsSubject } from './subject.ts'

/** The planned changes of settings whose schema says `grave`, as `<component>.<key>`. */
export const graveOf = (
  planned: readonly Planned[],
  subjects: ReadonlyMap<string, SettingsSubject>,
): string[] =>
  planned
    .filter(({ component, key }) =>
      fieldsOf(subjects.get(component)!.plugin.config).some(
        ([name, property]) => name === key && property.grave === true,
      ),
    )
    .map(({ component, key }) => `${component}.${key}`)

export const refuseGrave = (grave: readonly string[]) =>
  fail(
    'SETTING_GRAVE',
    { setting: grave[0] },
    grave.map(path => ({ path, message: 'needs every permission, all device groups and your password' })),
  )

/**
 * Whoever changes a grave setting can become anybody. So the caller must have every permission and see all
 * devices, and proves again to be this person. An operator at the command line of the host needs no proof.
 * @throws ApiError SETTING_GRAVE, or an error of `confirm`
 */
export async function assertMayChangeGrave(
  caller: Caller,
  grave: readonly string[],
  /** Keys of all permissions of enabled components. */
  permissions: readonly string[],
  confirm: ConfirmCaller | undefined,
): Promise<void> {
  if (!hasEverything(caller, permissions)) throw refuseGrave(grave)
  if (caller.onHost) return
  if (!confirm) throw refuseGrave(grave)
  await confirm()
}
