import { Type as T, type TSchema } from 'typebox'
import { Time, closedObject, nullable, type SettingsSection } from '@linecard/plugin-kit'

export const SettingView = closedObject(
  {
    key: T.String(),
    type: T.Enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
    title: T.String(),
    hint: nullable(T.String()),
    options: nullable(T.Array(T.Unknown(), { description: 'What may be chosen' })),
    minimum: nullable(T.Number()),
    maximum: nullable(T.Number()),
    default: T.Unknown({ description: 'Null: there is none' }),
    value: T.Unknown({ description: 'In force, or after a restart. A secret is `***` where it is set' }),
    source: T.Enum(['default', 'file', 'database', 'environment']),
    environment: T.String({ description: 'Variable that wins over all else' }),
    secret: T.Boolean(),
    editable: T.Boolean({ description: 'False: the environment, or only the config file, decides' }),
    requires_restart: T.Boolean({ description: 'Takes effect when its component is next set up' }),
    restart_needed: T.Boolean({ description: 'The process that answers still works with an earlier value' }),
    updated_at: nullable(Time),
    updated_by: nullable(T.String()),
    problem: nullable(T.String({ description: 'Why the stored value is not used' })),
  },
  { $id: 'system.Setting' },
)

export const SectionView = closedObject(
  {
    key: T.String({ description: 'Of the component' }),
    description: T.String(),
    settings: T.Array(SettingView),
  },
  {
    $id: 'system.ConfigurationSection',
    examples: [
      {
        key: 'system',
        description: 'The installation as its operators see it',
        settings: [
          {
            key: 'app_name',
            type: 'string',
            title: 'Name of the installation',
            hint: 'Shown in the web panel',
            options: null,
            minimum: null,
            maximum: null,
            default: 'Linecard',
            value: 'Network of Ostriv',
            source: 'database',
            environment: 'LINECARD_SYSTEM_APP_NAME',
            secret: false,
            editable: true,
            requires_restart: false,
            restart_needed: false,
            updated_at: '2026-03-02T10:00:00.000Z',
            updated_by: 'jane',
            problem: null,
          },
        ],
      },
    ],
  },
)

/**
 * Secrets by name, so that the action log knows what to mask; everything else is the settings' own business
 * to check.
 */
const valuesOf = (sections: readonly SettingsSection[], options: { description?: string }): TSchema =>
  T.Object(
    Object.fromEntries(
      sections.flatMap(({ settings }) =>
        settings
          .filter(setting => setting.secret)
          .map(({ key }) => [key, T.Optional(T.Unknown({ writeOnly: true }))]),
      ),
    ),
    { additionalProperties: true, ...options },
  )

/** Body of a change: values by component and key. */
export const changesOf = (sections: readonly SettingsSection[]) =>
  T.Object(
    Object.fromEntries(
      sections.map(section => [
        section.key,
        T.Optional(valuesOf([section], { description: section.description })),
      ]),
    ),
    {
      additionalProperties: false,
      minProperties: 1,
      description:
        'Values by component and key. What is not named stays; null goes back to the config file or the default; `***` leaves a secret as it is',
    },
  )

/** Values of whichever component the path names. */
export const anyValues = (sections: readonly SettingsSection[]) =>
  valuesOf(sections, {
    description:
      'Values by key. What is not named stays; null goes back to the config file or the default; `***` leaves a secret as it is',
  })
