import { Type as T, type Static } from 'typebox'
import { Id, Reference, closedObject, idOf, listQuery, text } from '@linecard/plugin-kit'
import { fieldNames } from './fields.ts'

const value = T.Union([
  T.String({ maxLength: 200 }),
  T.Number(),
  T.Null(),
  T.Array(T.Union([T.String({ maxLength: 200 }), T.Number()]), { maxItems: 100 }),
])

/** What a list of ONUs is asked for. All conditions must hold. */
export const OnuQuery = closedObject(
  {
    device_id: T.Optional(Id),
    devices: T.Optional(
      T.Array(T.Union([Id, Reference]), {
        maxItems: 10_000,
        description: 'Devices by their ids; empty: all',
      }),
    ),
    group_id: T.Optional(idOf('a group of devices')),
    model_id: T.Optional(idOf('a model of devices')),
    status: T.Optional(text(100, { description: 'State, or several: Offline|PowerOff' })),
    query: T.Optional(
      text(200, {
        description:
          'Part of a name, description, comment, contract, vendor, model, serial number or MAC address',
      }),
    ),
    only_bad_signal: T.Optional(
      T.Boolean({ description: 'Only ONUs with an optical power outside of the limits' }),
    ),
    only_duplicates: T.Optional(
      T.Boolean({ description: 'Only ONUs whose ident another stored ONU has too' }),
    ),
    filters: T.Optional(
      T.Array(
        closedObject({
          field: T.String({ maxLength: 60, description: fieldNames.join(' ') }),
          operator: T.String({
            maxLength: 20,
            description:
              '= != in empty "not empty"; of numbers and times > >= < <=; of texts ~ (contains) and !~',
          }),
          value: T.Optional(value),
        }),
        { maxItems: 20 },
      ),
    ),
    ...listQuery,
  },
  {
    examples: [
      {
        device_id: 17,
        status: 'Offline|PowerOff',
        filters: [
          { field: 'description', operator: '~', value: 'north' },
          { field: 'rx', operator: '<', value: -25 },
        ],
        sort: '-status_changed',
        limit: 50,
        offset: 0,
      },
    ],
  },
)
export type OnuQuery = Static<typeof OnuQuery>
