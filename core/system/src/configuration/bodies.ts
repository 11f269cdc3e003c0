import { Type as T, type TSchema } from 'typebox'
import type { SettingChanges, SettingsSection } from '@linecard/plugin-kit'
import { proofMembers, type ProofMembers } from './proof.ts'

const valuesHelp =
  'A setting that is not named keeps its value; null goes back to the config file or the default; ' +
  '`***` keeps a secret'

/** Declares only the secrets, so that the action log masks them. The settings service checks all values. */
const valuesOf = (sections: readonly SettingsSection[], description: string): TSchema =>
  T.Object(
    Object.fromEntries(
      sections.flatMap(({ settings }) =>
        settings
          .filter(setting => setting.secret)
          .map(({ key }) => [key, T.Optional(T.Unknown({ writeOnly: true }))]),
      ),
    ),
    { additionalProperties: true, description },
  )

/** Values by component and key, and what confirms a change of grave settings. */
export type ConfigurationChange = SettingChanges & ProofMembers
export const configurationChange = (sections: readonly SettingsSection[]) =>
  T.Unsafe<ConfigurationChange>(
    T.Object(
      {
        ...Object.fromEntries(
          sections.map(section => [section.key, T.Optional(valuesOf([section], section.description))]),
        ),
        ...proofMembers,
      },
      {
        additionalProperties: false,
        minProperties: 1,
        description: `Values by component and key. ${valuesHelp}`,
      },
    ),
  )

/** Values of the component that the path names. */
export const anyValues = (sections: readonly SettingsSection[]) =>
  valuesOf(sections, `Values by key. ${valuesHelp}`)
