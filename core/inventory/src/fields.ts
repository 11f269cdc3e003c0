import { Type as T } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'

export const Point = closedObject(
  { lat: T.Number({ minimum: -90, maximum: 90 }), lon: T.Number({ minimum: -180, maximum: 180 }) },
  { description: 'Degrees, WGS 84' },
)
export const Pollers = T.Record(T.String({ maxLength: 64 }), T.Integer({ minimum: 0 }), {
  description: 'Poller → seconds between its runs',
})
