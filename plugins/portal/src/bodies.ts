import { Type as T } from 'typebox'
import { closedObject, listQuery, text } from '@linecard/plugin-kit'

const limit = listQuery.limit
const types = (what: string) => text(400, { description: `${what}, comma separated; all by default` })

export const SearchQueryParams = closedObject({
  query: text(200, {
    minLength: 1,
    description:
      'Name, description, address or its beginning (10.1.), MAC address or a part of it in any ' +
      'notation, serial number in ASCII or hexadecimal, agreement, comment, place',
  }),
  types: T.Optional(types('Types of hits')),
  limit: T.Optional(limit),
})
export const NearbyParams = closedObject({
  lat: T.Number({ minimum: -90, maximum: 90, description: 'Latitude of the place, degrees' }),
  lon: T.Number({ minimum: -180, maximum: 180, description: 'Longitude of the place, degrees' }),
  distance: T.Optional(T.Number({ minimum: 100, maximum: 10_000, description: 'Metres; 1000 by default' })),
  type: T.Optional(types('device, interface (with ONUs), or a type of another plugin')),
  status: T.Optional(text(30, { description: 'Only objects with this status' })),
  limit: T.Optional(limit),
})
