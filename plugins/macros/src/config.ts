import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    runs_at_once: T.Integer({
      default: 200,
      minimum: 1,
      maximum: 2000,
      title: 'Macros that one process runs at the same time at most',
    }),
    keep_runs_days: T.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      title: 'Days for which runs of macros are kept',
    }),
    render_ms: T.Integer({
      default: 1000,
      minimum: 50,
      maximum: 10_000,
      title: 'Longest time of a template, in milliseconds',
      description: 'A template that takes longer is stopped before anything is sent',
      requiresRestart: true,
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
