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
    loop_addresses: T.Integer({
      default: 10,
      minimum: 2,
      maximum: 100_000,
      title: 'MAC addresses that move both ways between two ports, from which on it is a loop',
      description: 'So many each way, between two readings',
      grave: false,
    }),
    arp_addresses: T.Integer({
      default: 64,
      minimum: 0,
      maximum: 1_000_000,
      title: 'IP addresses of one MAC address from which on it is an event; 0: never',
      grave: false,
    }),
    anomaly_min: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 1440,
      title: 'Minutes after which an anomaly that no reading has shown again is over',
      description: 'Longer than the interval of the readings',
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
