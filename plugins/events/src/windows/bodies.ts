import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, idOf, nullable, text } from '@linecard/plugin-kit'

const ids = (description: string) => T.Array(Id, { maxItems: 1000, uniqueItems: true, description })

const fields = {
  name: text(100, { minLength: 1, description: 'What it is for' }),
  comment: text(1000),
  enabled: T.Boolean(),
  starts_at: nullable({ ...T.String({ format: 'date-time' }), description: 'Not before; null: at once' }),
  ends_at: nullable({ ...T.String({ format: 'date-time' }), description: 'Not after; null: without an end' }),
  recurring: nullable(
    closedObject(
      {
        weekdays: T.Array(T.Integer({ minimum: 1, maximum: 7 }), {
          minItems: 1,
          maxItems: 7,
          uniqueItems: true,
          description: '1 is Monday',
        }),
        from: T.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'When it begins, HH:MM' }),
        minutes: T.Integer({ minimum: 1, maximum: 1440, description: 'How long it lasts' }),
        timezone: T.String({ maxLength: 64, description: 'IANA name, e.g. Europe/Kyiv' }),
      },
      { description: 'On these days each week; null: all the time from its begin to its end' },
    ),
  ),
  group_ids: ids('Groups of devices'),
  device_ids: ids('Devices with all their interfaces'),
  interface_ids: ids('Ports or ONUs'),
}

export const WindowBody = closedObject(
  {
    name: fields.name,
    comment: T.Optional(fields.comment),
    enabled: T.Optional(fields.enabled),
    starts_at: T.Optional(fields.starts_at),
    ends_at: T.Optional(fields.ends_at),
    recurring: T.Optional(fields.recurring),
    group_ids: T.Optional(fields.group_ids),
    device_ids: T.Optional(fields.device_ids),
    interface_ids: T.Optional(fields.interface_ids),
  },
  {
    examples: [
      {
        name: 'Upgrades of switches',
        recurring: { weekdays: [2], from: '02:00', minutes: 120, timezone: 'Europe/Kyiv' },
        group_ids: [-1],
      },
    ],
  },
)
export type WindowBody = Static<typeof WindowBody>

export const WindowParams = closedObject({ id: idOf('the window') })

export const WindowView = closedObject(
  {
    id: Id,
    ...fields,
    starts_at: nullable(Time),
    ends_at: nullable(Time),
    active: T.Boolean({ description: 'Now' }),
    created_at: Time,
    updated_at: Time,
    updated_by: T.String({ description: 'Login' }),
  },
  {
    $id: 'events.Window',
    description:
      'A time in which events are recorded and nobody is told. Without groups, devices and interfaces it ' +
      'is about everything',
    examples: [
      {
        id: 3,
        name: 'Upgrades of switches',
        comment: '',
        enabled: true,
        starts_at: null,
        ends_at: null,
        recurring: { weekdays: [2], from: '02:00', minutes: 120, timezone: 'Europe/Kyiv' },
        group_ids: [-1],
        device_ids: [],
        interface_ids: [],
        active: false,
        created_at: '2026-03-02T10:00:00.000Z',
        updated_at: '2026-03-02T10:00:00.000Z',
        updated_by: 'miller',
      },
    ],
  },
)
export type WindowView = Static<typeof WindowView>
