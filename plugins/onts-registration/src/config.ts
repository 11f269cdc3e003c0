import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    olts_at_once: T.Integer({
      default: 16,
      minimum: 1,
      maximum: 200,
      title: 'OLTs asked at the same time',
      description: 'For the list of unregistered ONUs of all OLTs',
    }),
    plan_minutes: T.Integer({ default: 60, minimum: 1, maximum: 1440, title: 'Minutes that a plan is kept' }),
    keep_days: T.Integer({
      default: 730,
      minimum: 1,
      maximum: 3650,
      title: 'Days that registrations are kept',
      description: 'Replacing and moving an ONU take its parameters from its registration. Open ones stay',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
