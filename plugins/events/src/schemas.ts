import { Type as T, type Static } from 'typebox'
import {
  EmbeddedDevice,
  Id,
  LogId,
  closedObject,
  exampleDevice,
  nullable,
  severities,
} from '@linecard/plugin-kit'
import { ruleSchemas } from './rules/rule.ts'
import { viewSchemas } from './rules/views.ts'

export const SeverityName = T.Enum([...severities])

/** A time that is a text already. */
export const Moment = T.String({ format: 'date-time' })

export const EventView = closedObject(
  {
    id: LogId,
    key: T.String({ description: 'The same for the same name, device, interface and part' }),
    severity: SeverityName,
    name: T.String(),
    annotation: T.String({ description: 'What is wrong, in one line' }),
    description: T.String(),
    device: nullable(EmbeddedDevice),
    interface: nullable(closedObject({ id: Id, name: T.String(), type: T.String() })),
    labels: T.Record(T.String(), T.String()),
    created_at: Moment,
    created_by: T.String({ description: 'The component that saw it, or `alertmanager`' }),
    resolved_at: nullable(Moment),
    resolved_by: nullable(T.String({ description: '`system`, or the login of a user' })),
    parent_id: nullable({ ...LogId, description: 'The event above it, which explains it' }),
    customers: nullable(T.Integer({ description: 'ONUs below it; null: unknown' })),
    maintenance: T.Boolean({ description: 'It began in a maintenance window: nobody is told' }),
  },
  {
    $id: 'events.Event',
    description: 'Something that is or was wrong',
    examples: [
      {
        id: 4711,
        key: '5f0c2a9be1d34471',
        severity: 'critical',
        name: 'device_down',
        annotation: 'sw-north (192.0.2.17) does not answer',
        description: 'It answers neither echoes nor TCP nor SNMP.',
        device: exampleDevice,
        interface: null,
        labels: {},
        created_at: '2026-03-02T10:00:00.000Z',
        created_by: 'pinger',
        resolved_at: null,
        resolved_by: null,
        parent_id: null,
        customers: null,
        maintenance: false,
      },
    ],
  },
)
export type EventView = Static<typeof EventView>

export const EventsMeta = closedObject({
  total: T.Integer({ description: 'How many fit, counted up to 10,000' }),
  total_exact: T.Boolean({ description: 'False: there are more' }),
  limit: T.Integer(),
  offset: T.Integer(),
})

export const schemas = [...ruleSchemas, ...viewSchemas, EventView]
