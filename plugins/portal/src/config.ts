import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    source_timeout_ms: T.Integer({
      default: 3_000,
      minimum: 100,
      maximum: 30_000,
      description: 'Longest wait for one type of hits, in ms. The answer names the types that came too late',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
