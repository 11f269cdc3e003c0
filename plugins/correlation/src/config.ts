import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    least_onus: T.Integer({
      default: 2,
      minimum: 2,
      maximum: 100,
      title: 'ONUs that must be lost together for a common cause',
    }),
    window_sec: T.Integer({
      default: 300,
      minimum: 5,
      maximum: 3600,
      title: 'Time within which ONUs of a common cause are lost, seconds',
      description: 'As the service sees it: at least twice the time between two readings of their states',
    }),
    lookback_min: T.Integer({
      default: 60,
      minimum: 5,
      maximum: 1440,
      title: 'ONUs that have been lost for longer belong to no new outage, minutes',
    }),
    restart_min: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 60,
      title: 'Time that an OLT has to register its ONUs after a restart, minutes',
    }),
    settle_min: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 240,
      title: 'Minutes after which an outage ends without the last ONUs',
      description:
        'When four of five are back, and none has come back for so long. The others are lost by themselves',
    }),
    ask: T.Boolean({
      default: true,
      title: 'Ask an OLT for reasons when ONUs are lost',
      description:
        'Reasons and times of the loss, cards and transmitters: once at the begin and once at the end',
    }),
    outage_days: T.Integer({
      default: 365,
      minimum: 1,
      maximum: 3650,
      title: 'Days that ended outages are kept',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
