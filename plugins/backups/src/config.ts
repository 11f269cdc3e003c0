import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    shrink_percent: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 100,
      title: 'Percent of its lines that a configuration may lose before it is held back',
      description:
        'It is stored when a second reading says the same, or when a person accepts it. ' +
        '100: none is held back',
    }),
    alert: T.Boolean({
      default: true,
      title: 'Tell changes outside of working hours, and changes by nobody knows whom',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
