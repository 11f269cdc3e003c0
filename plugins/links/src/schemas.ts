import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Id, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { states } from './tables.ts'

export const PortView = closedObject(
  {
    id: Id,
    name: T.String(),
    type: T.String({ description: 'ETH, PON, LACP …' }),
    status: nullable(T.String({ description: 'Null: unknown' })),
    description: T.String({ description: 'From the device' }),
    device: closedObject({ id: Id, ip: T.String(), name: T.String() }),
  },
  { $id: 'links.Port', description: 'The interface at an end of a link' },
)
export type PortView = Static<typeof PortView>

export const examplePort: PortView = {
  id: 1205,
  name: '1/25',
  type: 'ETH',
  status: 'Up',
  description: 'uplink',
  device: { id: 17, ip: '192.0.2.17', name: 'sw-north' },
}

export const Path = T.Array(
  closedObject({
    lat: T.Number({ minimum: -90, maximum: 90 }),
    lon: T.Number({ minimum: -180, maximum: 180 }),
  }),
  { maxItems: 1000, description: 'Points of the line on a map. Empty: straight' },
)

export const ProofView = closedObject({
  by: T.String({ description: 'lldp, cdp, edp, fdp, mndp, ndp, fdb, arp, pon' }),
  text: T.String({ description: 'A sentence for a person' }),
})

/** What a link is, beside its ends. */
export const linkFields = {
  id: Id,
  source: T.Enum(['manual', 'automatic'], { description: 'manual: a person drew it' }),
  state: T.Enum([...states], {
    description:
      'active; suggested: found, but not surely; refused: a person said that it is not there; gone: not ' +
      'seen any more',
  }),
  directed: T.Boolean({ description: 'It is known that `src` is the end nearer to the gateway' }),
  confidence: nullable(T.Number({ description: '0 to 1; null: no scan has found it' })),
  sure: nullable(T.Boolean()),
  shared: T.Boolean({ description: 'Something unmanaged is between, and more than two devices share it' }),
  proofs: T.Array(ProofView),
  note: T.String(),
  path: Path,
  created_at: Time,
  created_by: nullable(T.String({ description: 'Login; null: a scan' })),
  decided_by: nullable(T.String({ description: 'Login of who accepted or refused it' })),
  seen_at: nullable({ ...Time, description: 'The last scan that found it' }),
}
const exampleLink = {
  id: 42,
  source: 'automatic' as const,
  state: 'active' as const,
  directed: true,
  confidence: 0.98,
  sure: true,
  shared: false,
  proofs: [{ by: 'lldp', text: '1/25 of sw-north hears sw-south at 1/1' }],
  note: '',
  path: [],
  created_at: '2026-03-02T10:00:00.000Z',
  created_by: null,
  decided_by: null,
  seen_at: '2026-03-05T21:00:00.000Z',
}

export const LinkView = closedObject(
  {
    ...linkFields,
    src_device: EmbeddedDevice,
    src_iface: nullable(PortView),
    dest_device: EmbeddedDevice,
    dest_iface: nullable(PortView),
    src_aggregate: nullable(PortView),
    dest_aggregate: nullable(PortView),
  },
  {
    $id: 'links.Link',
    description: 'A link between two devices. Null for an interface: it is not known',
    examples: [
      {
        ...exampleLink,
        src_device: exampleDevice,
        src_iface: examplePort,
        dest_device: { ...exampleDevice, id: 18, ip: '192.0.2.18', name: 'sw-south' },
        dest_iface: {
          ...examplePort,
          id: 1301,
          name: '1/1',
          device: { id: 18, ip: '192.0.2.18', name: 'sw-south' },
        },
        src_aggregate: null,
        dest_aggregate: null,
      },
    ],
  },
)
export type LinkView = Static<typeof LinkView>
