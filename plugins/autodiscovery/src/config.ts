import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    detect_concurrency: T.Integer({
      default: 32,
      minimum: 1,
      maximum: 500,
      title: 'Devices whose model is found out at once',
    }),
    add_generic: T.Boolean({
      default: false,
      title: 'Add devices of unknown models',
      description:
        'What only the generic model fits is added too: servers, printers and power supplies among it.',
    }),
    keep_days: T.Integer({
      default: 14,
      minimum: 1,
      maximum: 3650,
      title: 'Days that runs and what they found are kept',
    }),
    keep_rows: T.Integer({
      default: 200_000,
      minimum: 1000,
      title: 'Found addresses that are kept, at most',
      description: 'The oldest runs go first; the newest stays whole.',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
