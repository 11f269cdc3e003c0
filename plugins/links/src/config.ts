import { Type as T, type Static } from 'typebox'
import { Id } from '@linecard/plugin-kit'

export const Config = T.Object(
  {
    scan_after_changes: T.Boolean({
      default: true,
      title: 'Scan soon after a device was added or its neighbours changed',
      description: 'At most once in 10 minutes',
    }),
    answer_hours: T.Integer({
      default: 6,
      minimum: 1,
      maximum: 168,
      title: 'Hours after which a stored answer counts as not read',
    }),
    gone_hours: T.Integer({
      default: 72,
      minimum: 1,
      maximum: 8760,
      title: 'Hours after which a found link that is not seen any more is gone',
      description: 'Only the time counts in which both devices were read',
    }),
    forget_days: T.Integer({
      default: 30,
      minimum: 1,
      maximum: 3650,
      title: 'Days after which a link that is gone is removed',
    }),
    root_devices: T.Array(Id, {
      default: [],
      maxItems: 100,
      uniqueItems: true,
      title: 'Ids of the devices at the top of the network',
      description:
        'Empty: the devices whose ARP table has the addresses of other devices, and where nothing is known ' +
        'the device with the most links',
    }),
    stations_per_port: T.Integer({
      default: 1000,
      minimum: 10,
      maximum: 100_000,
      title: 'MAC addresses of one port that a scan looks at',
      description: 'Beside those of devices themselves, which it always looks at',
    }),
    high_percent: T.Integer({
      default: 85,
      minimum: 1,
      maximum: 100,
      title: 'Load from which a link is high, percent of its speed',
    }),
    most_links: T.Integer({
      default: 50_000,
      minimum: 10,
      maximum: 500_000,
      title: 'Most links that are kept',
      grave: false,
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
