import { Type as T } from 'typebox'
import { Time, closedObject, nullable } from '@linecard/plugin-kit'

export const SettingView = closedObject(
  {
    key: T.String(),
    type: T.Enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
    title: T.String(),
    hint: nullable(T.String()),
    options: nullable(T.Array(T.Unknown(), { description: 'The values to choose from' })),
    minimum: nullable(T.Number()),
    maximum: nullable(T.Number()),
    default: T.Unknown({ description: 'Null if there is no default' }),
    value: T.Unknown({
      description: 'The present value, or the value after a restart. A secret that is set is `***`',
    }),
    source: T.Enum(['default', 'file', 'database', 'environment']),
    environment: T.String({ description: 'Environment variable that overrides all other sources' }),
    secret: T.Boolean(),
    editable: T.Boolean({ description: 'False if the environment or only the config file decides' }),
    requires_restart: T.Boolean({ description: 'A change takes effect when its component is set up again' }),
    grave: T.Boolean({
      description:
        'A change needs every permission, no limit to device groups, and the password in `current_password`',
    }),
    restart_needed: T.Boolean({ description: 'The process that answers still uses an earlier value' }),
    updated_at: nullable(Time),
    updated_by: nullable(T.String()),
    problem: nullable(T.String({ description: 'Why the stored value is not used' })),
  },
  { $id: 'system.Setting' },
)

export const SectionView = closedObject(
  {
    key: T.String({ description: 'Key of the component' }),
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
            key: 'logs_return_results_limit',
            type: 'integer',
            title: 'Rows of a log',
            hint: 'In one answer, unless the client asks for another number',
            options: null,
            minimum: 1,
            maximum: 10_000,
            default: 500,
            value: 1000,
            source: 'database',
            environment: 'LINECARD_SYSTEM_LOGS_RETURN_RESULTS_LIMIT',
            secret: false,
            editable: true,
            requires_restart: false,
            grave: false,
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
