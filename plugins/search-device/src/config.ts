import { Type as T, type Static } from 'typebox'

export const Config = T.Object(
  {
    concurrency: T.Integer({
      default: 200,
      minimum: 1,
      maximum: 1000,
      title: 'Devices that one search asks at once',
    }),
    searches_at_once: T.Integer({
      default: 4,
      minimum: 1,
      maximum: 100,
      title: 'Searches at once',
      description: 'In each process; a further search is refused with 503.',
    }),
    devices_at_most: T.Integer({
      default: 5000,
      minimum: 1,
      maximum: 100_000,
      title: 'Devices that one search asks at most',
    }),
    deadline_sec: T.Number({
      default: 2.5,
      minimum: 0.5,
      maximum: 600,
      title: 'Longest time of one search, in seconds',
      description:
        'The answer has what was found by then, and names the devices that did not answer in time.',
    }),
    edge_macs: T.Integer({
      default: 10,
      minimum: 1,
      maximum: 10_000,
      title: 'MAC addresses behind an access port at most',
      description: 'A port with more addresses, or with an LLDP neighbour, is an uplink.',
    }),
    check_all: T.Boolean({
      default: false,
      title: 'Ask all devices although the port was found',
      description:
        'If off, a search ends when a device that had the address last shows it at an access port.',
    }),
  },
  { additionalProperties: false },
)
export type Config = Static<typeof Config>
