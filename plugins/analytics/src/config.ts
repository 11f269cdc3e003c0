import { Type as T, type Static } from 'typebox'

/** Names of the events that this plugin can tell. */
export const conditionNames = [
  'light_falling',
  'duplicate_onu',
  'duplicate_mac',
  'port_speed_fell',
  'pon_port_full',
] as const
export type ConditionName = (typeof conditionNames)[number]

/** The limits of good light are those of the inventory: `inventory.onu_rx_min_dbm` and its neighbours. */
export const Config = T.Object(
  {
    mac_port_most: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 1000,
      title: 'Most MAC addresses of a port that counts for duplicates',
      description: 'A port with more leads to other devices, where each address of them is seen too',
    }),
    mac_together_sec: T.Integer({
      default: 1800,
      minimum: 0,
      maximum: 604_800,
      title: 'A MAC address is a duplicate after so many seconds at two places',
      description: 'Shorter than that it has only moved',
    }),
    ignored_tags: T.Array(T.String({ minLength: 1, maxLength: 100 }), {
      default: ['SwitchUplink'],
      maxItems: 20,
      uniqueItems: true,
      title: 'Tags of ports that do not count for duplicates',
    }),
    duplicate_rows: T.Integer({
      default: 10_000,
      minimum: 1,
      maximum: 100_000,
      title: 'Most duplicate MAC addresses that are kept',
    }),
    errors_days: T.Integer({
      default: 14,
      minimum: 1,
      maximum: 400,
      title: 'Days for which the hours with errors are kept',
    }),
    errors_rows: T.Integer({
      default: 20_000,
      minimum: 100,
      maximum: 200_000,
      title: 'Most interfaces with errors that are kept of one hour',
      description: 'Those with the most errors stay',
    }),
    online_days: T.Integer({
      default: 400,
      minimum: 15,
      maximum: 3650,
      title: 'Days for which numbers of devices and ONUs online are kept',
      description: 'As counted for 14 days, then one of each hour',
    }),
    falling_db: T.Number({
      default: 1,
      minimum: 0.1,
      maximum: 30,
      title: 'Light falls if it loses so many dB in 30 days',
    }),
    falling_days: T.Integer({
      default: 10,
      minimum: 4,
      maximum: 90,
      title: 'Least number of measured days of a trend of light',
    }),
    speed_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 90,
      title: 'Days in which a port had a higher speed',
    }),
    gpon_port_onus: T.Integer({
      default: 128,
      minimum: 1,
      maximum: 1024,
      title: 'ONUs that fit on a PON port whose ONUs have serial numbers (GPON)',
    }),
    epon_port_onus: T.Integer({
      default: 64,
      minimum: 1,
      maximum: 1024,
      title: 'ONUs that fit on a PON port whose ONUs have MAC addresses (EPON)',
    }),
    full_percent: T.Integer({
      default: 90,
      minimum: 1,
      maximum: 100,
      title: 'A PON port is full from here on, percent',
    }),
    told: T.Array(T.Enum([...conditionNames]), {
      default: ['port_speed_fell', 'pon_port_full'],
      uniqueItems: true,
      title: 'What becomes an event',
      description:
        'Of what the tables show. The others would be many on a network that was never looked after',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
