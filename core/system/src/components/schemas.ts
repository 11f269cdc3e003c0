import { Type as T } from 'typebox'
import { closedObject, freeObject, nullable } from '@linecard/plugin-kit'
import { SettingView } from '../configuration/schemas.ts'

const fields = {
  key: T.String(),
  kind: T.Enum(['plugin', 'driver']),
  core: T.Boolean({ description: 'Always on' }),
  enabled: T.Boolean(),
  state: T.Enum(['disabled', 'incompatible', 'failed', 'blocked', 'ready', 'degraded', 'stopped'], {
    description: 'degraded: it serves, and threw within the last hour',
  }),
  reason: nullable(T.String({ description: 'Why it failed, which component blocks it, or what it threw' })),
  error_count: T.Integer({
    description:
      'Errors that it threw in this process since its start, with the place in its code. Ten within a ' +
      'minute that nobody waited for (in a timer, or in a promise) take it out of use',
  }),
  last_error: nullable(
    closedObject(
      { time: T.String({ format: 'date-time' }), message: T.String() },
      { description: 'The last one of these errors' },
    ),
  ),
  version: T.String(),
  description: T.String(),
  requires: T.Array(T.String()),
  required_by: T.Array(T.String(), { description: 'Components that need it, enabled or not' }),
  has_configuration: T.Boolean(),
  configuration: nullable(freeObject('Values of its settings by key; a secret that is set is `***`')),
}
const example = {
  key: 'inventory',
  kind: 'plugin',
  core: true,
  enabled: true,
  state: 'ready',
  reason: null,
  error_count: 0,
  last_error: null,
  version: '0.1.0',
  description: 'Devices, models, groups, access profiles and interfaces',
  requires: ['equipment'],
  required_by: [],
  has_configuration: true,
  configuration: { snmp_version: '2c', snmp_port: 161 },
}

export const ComponentView = closedObject(fields, { $id: 'system.Component', examples: [example] })

export const ComponentDetail = closedObject(
  {
    ...fields,
    http: nullable(
      closedObject({
        prefix: T.String({ description: 'Path of its own HTTP routes, which are not in this document' }),
        permission: T.String({ description: 'Permission key, `signed-in` or `public`' }),
      }),
    ),
    settings: T.Array(SettingView),
    configuration_schema: nullable(freeObject('JSON schema of its settings')),
  },
  {
    $id: 'system.ComponentDetail',
    examples: [
      { ...example, http: null, settings: [], configuration_schema: { type: 'object', properties: {} } },
    ],
  },
)

export const ComponentExport = closedObject(
  { component: T.String(), version: T.String(), configuration: freeObject('Values by key, without secrets') },
  {
    $id: 'system.ComponentExport',
    examples: [
      { component: 'inventory', version: '0.1.0', configuration: { snmp_version: '2c', snmp_port: 161 } },
    ],
  },
)
