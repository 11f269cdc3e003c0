import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    source_timeout_ms: T.Integer({
      default: 3_000,
      minimum: 100,
      maximum: 30_000,
      description:
        'Longest wait for one kind of hits, ms; what comes later is left out of the answer and named',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
