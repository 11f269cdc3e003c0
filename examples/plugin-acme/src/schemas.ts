import { Type as T } from 'typebox'

export const Place = T.Object(
  {
    device: T.Object({ id: T.Integer(), ip: T.String(), name: T.String() }, { additionalProperties: false }),
    room: T.String({ description: 'Room, rack or cabinet' }),
    updated_at: T.String({ format: 'date-time' }),
  },
  {
    $id: 'places.Place',
    additionalProperties: false,
    examples: [
      {
        device: { id: 7, ip: '10.0.0.7', name: 'sw-oak-12' },
        room: 'Oak street 12, attic',
        updated_at: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
