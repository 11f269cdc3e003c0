import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    favorites_per_user: T.Integer({
      default: 1000,
      minimum: 1,
      maximum: 100_000,
      title: 'Favourites of one person at most',
    }),
    tags_per_interface: T.Integer({
      default: 20,
      minimum: 1,
      maximum: 100,
      title: 'Tags on one interface at most',
    }),
    different_tags: T.Integer({
      default: 5000,
      minimum: 1,
      maximum: 10_000,
      title: 'Different tags at most',
      description: 'Above it, only tags that exist can be set',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
