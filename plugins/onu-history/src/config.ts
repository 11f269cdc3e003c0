import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    light_days: T.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      title: 'Days for which the light of each day is kept',
      description: 'One row for each ONU and day',
    }),
    good_rx_min_dbm: T.Number({
      default: -28,
      minimum: -60,
      maximum: 20,
      title: 'Lowest good light at an ONU, dBm',
      description: 'The last good value is the last one from here up',
    }),
    good_olt_rx_min_dbm: T.Number({
      default: -31,
      minimum: -60,
      maximum: 20,
      title: 'Lowest good light of an ONU at its OLT, dBm',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
