import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    max_copies: T.Integer({
      default: 4,
      minimum: 1,
      maximum: 50,
      title: 'Rehearsals at the same time',
      description: 'In each process. A copy of the largest OLT takes up to 300 MB of memory',
    }),
    time_limit_sec: T.Integer({
      default: 120,
      minimum: 1,
      maximum: 600,
      title: 'Time limit of a rehearsal, seconds',
      description: 'The copy ends then, and the answer is an error',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
