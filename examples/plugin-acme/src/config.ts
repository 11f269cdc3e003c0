import { Type as T, type Static } from 'typebox'

export const config = T.Object(
  { places_at_most: T.Integer({ minimum: 1, maximum: 100_000, default: 1000, title: 'Most places' }) },
  { additionalProperties: false },
)
export type Config = Static<typeof config>
