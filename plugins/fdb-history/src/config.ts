import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    history_days: T.Integer({
      default: 90,
      minimum: 1,
      maximum: 3650,
      title: 'Days that a stay is kept after its end',
    }),
    history_rows: T.Integer({
      default: 50_000_000,
      minimum: 1000,
      maximum: 2_000_000_000,
      title: 'Stays at most, for MAC addresses and for IP addresses',
      description: 'Above it, the oldest ended ones are removed, once a day',
    }),
    port_rows: T.Integer({
      default: 1000,
      minimum: 1,
      maximum: 100_000,
      title: 'MAC addresses of one port at most',
      description: 'Of more at the same time, those that are known already are kept, then the first ones',
    }),
    device_rows: T.Integer({
      default: 50_000,
      minimum: 10,
      maximum: 1_000_000,
      title: 'Addresses of one device at most',
      description:
        'Also the most stays that a device may begin in one hour. ' +
        'Above it, ports with the most addresses lose theirs first',
    }),
    gap_min: T.Integer({
      default: 60,
      minimum: 1,
      maximum: 1440,
      title: 'Minutes for which an address may be gone without ending its stay',
      description: 'An address that appears elsewhere in the meantime ends it all the same',
    }),
    ignored_tags: T.Array(T.String({ minLength: 1, maxLength: 64 }), {
      default: ['SwitchUplink'],
      maxItems: 50,
      title: 'Tags of ports whose addresses are not kept',
      description: 'Ports that lead to other devices show the addresses of all subscribers behind these',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
