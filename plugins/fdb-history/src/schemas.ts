import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Id, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

const Port = closedObject(
  {
    id: Id,
    name: T.String(),
    type: T.String({ description: 'ETH, ONU …' }),
    description: T.String({ description: 'From the device' }),
    comment: T.String(),
    agreement: T.String(),
    serial: nullable(T.String()),
    closed_at: nullable({ ...Time, description: 'An ONU that its OLT does not list any more, since then' }),
  },
  { $id: 'fdb-history.Port', description: 'The port or ONU' },
)
export type Port = Static<typeof Port>

const examplePort = {
  id: 96_252,
  name: 'pon0/1:1',
  type: 'ONU',
  description: 'Miller',
  comment: '',
  agreement: '10130',
  serial: 'ZTEGC1086C71',
  closed_at: null,
}
const seen = {
  first_seen: Time,
  last_seen: Time,
  closed_at: nullable({
    ...Time,
    description: 'The reading that did not have it any more; null: the stay goes on',
  }),
  active: T.Boolean({ description: 'In the last complete reading of the device' }),
  flaps: T.Integer({
    description: 'How often it came back from elsewhere within this stay. 0: the times are exact',
  }),
}
const exampleSeen = {
  first_seen: '2026-03-02T10:00:00.000Z',
  last_seen: '2026-03-05T21:10:00.000Z',
  closed_at: '2026-03-05T21:20:00.000Z',
  active: false,
  flaps: 0,
}
const Vlan = nullable(T.Integer({ description: 'VLAN id; null: none, or not known' }))

export const StayView = closedObject(
  {
    id: T.Integer(),
    mac: T.String(),
    vlan_id: Vlan,
    device: EmbeddedDevice,
    interface: nullable(Port),
    ...seen,
  },
  {
    $id: 'fdb-history.Stay',
    description:
      'One stay of a MAC address on a port or behind an ONU. It may have gaps as long as the setting',
    examples: [
      {
        id: 812_345,
        mac: '02:00:00:00:0A:01',
        vlan_id: 301,
        device: exampleDevice,
        interface: examplePort,
        ...exampleSeen,
      },
    ],
  },
)
export type StayView = Static<typeof StayView>

export const StaysMeta = closedObject({
  total: T.Integer({ description: 'How many fit, counted up to 1,000' }),
  total_exact: T.Boolean({ description: 'False: there are more' }),
  limit: T.Integer(),
  offset: T.Integer(),
})

const certainty = T.Enum(['certain', 'before', 'after', 'flapping'], {
  description:
    'certain: seen before and after that time, within one stay; before: only before; after: only after; ' +
    'flapping: it moved between places around that time',
})
const gap = T.Integer({
  description: 'Seconds between that time and the nearest sighting; 0: within the stay',
})

const Place = closedObject(
  {
    device: EmbeddedDevice,
    interface: nullable(Port),
    vlan_id: Vlan,
    certainty,
    gap_sec: gap,
    macs: T.Integer({
      description:
        'MAC addresses on this port at that time, counted up to 1000. Many: it leads to other devices',
    }),
    ...seen,
  },
  { $id: 'fdb-history.Place', description: 'Where the MAC address was; the likeliest place comes first' },
)

export const HolderView = closedObject(
  {
    mac: T.String(),
    certainty,
    gap_sec: gap,
    vlan_id: Vlan,
    router: EmbeddedDevice,
    router_interface: nullable(Port),
    ...seen,
    places: T.Array(Place),
  },
  {
    $id: 'fdb-history.Holder',
    description: 'A MAC address that had the IP address',
    examples: [
      {
        mac: '02:00:00:00:0A:01',
        certainty: 'certain',
        gap_sec: 0,
        vlan_id: 301,
        router: exampleDevice,
        router_interface: null,
        ...exampleSeen,
        places: [
          {
            device: exampleDevice,
            interface: examplePort,
            vlan_id: 301,
            certainty: 'before',
            gap_sec: 240,
            macs: 2,
            ...exampleSeen,
          },
        ],
      },
    ],
  },
)
export type HolderView = Static<typeof HolderView>

export const schemas = [Port, StayView, Place, HolderView]
