import { Type as T, type Static } from 'typebox'
import { Id, closedObject, nullable, sources, text } from '@linecard/plugin-kit'

const DeviceRef = closedObject({ id: Id, ip: T.String(), name: T.String() })
export type DeviceRef = Static<typeof DeviceRef>
const exampleDevice = { id: 17, ip: '192.0.2.17', name: 'sw-north' }

/** Where a MAC address is. What is not known is absent where older clients take no null. */
export const FoundMac = closedObject(
  {
    mac: T.String(),
    vlan_id: T.Optional(T.Integer()),
    status: T.Optional(T.String({ description: 'How the device came by it: LEARNED, STATIC, SELF …' })),
    source: T.Enum(['device', 'history'], {
      description:
        'device: in an answer of the device; history: seen there before, and the device was not asked or did not answer',
    }),
    interface: T.Optional(
      closedObject(
        {
          id: T.Integer(),
          name: T.String(),
          type: T.String(),
          parent: T.Optional(T.Integer()),
          if_index: T.Optional(T.Integer()),
        },
        { description: 'Absent: the device names none' },
      ),
    ),
    interface_id: nullable(
      T.Integer({ description: 'Number of the stored interface; null: it is not stored' }),
    ),
    device: DeviceRef,
    uplink: nullable(
      T.Boolean({
        description: 'True: the port leads to other devices; false: an access port or ONU; null: not known',
      }),
    ),
    macs: nullable(T.Integer({ description: 'Different MAC addresses behind the port' })),
    time: T.String({ format: 'date-time', description: 'When the device said so' }),
  },
  {
    $id: 'search-device.FoundMac',
    examples: [
      {
        mac: '02:00:00:00:0A:01',
        vlan_id: 301,
        status: 'LEARNED',
        source: 'device',
        interface: { id: 3, name: 'Gi0/3', type: 'ETH', if_index: 3 },
        interface_id: 96_252,
        device: exampleDevice,
        uplink: false,
        macs: 2,
        time: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
export type FoundMac = Static<typeof FoundMac>

export const ArpRecord = closedObject(
  {
    ip: T.String(),
    mac: T.Optional(T.String({ description: 'Absent: the router sought it in vain' })),
    dinamic: T.Optional(T.Enum(['true', 'false'], { description: 'Learned; spelt so by older clients' })),
    comment: T.String(),
    vlan_id: T.Optional(T.Integer()),
    status: T.Optional(T.String()),
    extra: closedObject({
      interface_name: T.Optional(T.String()),
      interface_id: T.Optional(T.Integer({ description: 'Bind key of the interface' })),
    }),
    device: DeviceRef,
    time: T.String({ format: 'date-time' }),
  },
  {
    $id: 'search-device.ArpRecord',
    examples: [
      {
        ip: '192.0.2.55',
        mac: '02:00:00:00:0A:01',
        dinamic: 'true',
        comment: '',
        vlan_id: 301,
        status: 'Dynamic',
        extra: { interface_name: 'Vlan301', interface_id: 1001 },
        device: { id: 3, ip: '192.0.2.1', name: 'gw' },
        time: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
export type ArpRecord = Static<typeof ArpRecord>

/** Failures that an answer lists, at most. */
export const FAILED = 200
export const SearchMeta = closedObject(
  {
    total: T.Integer({ description: 'Rows of the answer' }),
    devices: T.Integer({ description: 'Devices that were to be asked' }),
    answered: T.Integer(),
    failed: T.Integer({ description: 'That did not answer, not all, or not in time' }),
    not_asked: T.Integer({
      description: 'Left out: the port was found, the time ran out, or there are too many',
    }),
    complete: T.Boolean({
      description: 'True: each device was asked and answered, so that what is not here is nowhere',
    }),
    errors: T.Array(closedObject({ device: DeviceRef, code: T.String(), description: T.String() }), {
      description: `Why devices failed, the first ${FAILED} of them`,
    }),
  },
  { $id: 'search-device.SearchMeta' },
)
export type SearchMeta = Static<typeof SearchMeta>

export const FoundByIp = closedObject(
  {
    arp: nullable(ArpRecord),
    fdb: nullable(FoundMac),
    arps: T.Array(ArpRecord, { description: 'All entries, the best first' }),
    fdbs: T.Array(FoundMac, { description: 'All places, the best first' }),
  },
  { $id: 'search-device.FoundByIp' },
)
export const FoundByIpMeta = closedObject(
  { arp: SearchMeta, fdb: nullable(SearchMeta) },
  {
    $id: 'search-device.FoundByIpMeta',
    description: 'Of both searches; `fdb` is null where no MAC address was found to seek',
  },
)

const from = T.Optional(
  T.Enum(['device', 'cache', 'store'], {
    ...sources,
    description: `${(sources as { description?: string }).description}. Unless said: device`,
  }),
)
const inBody = (description: string) =>
  T.Optional(
    T.Array(T.Union([Id, text(60)]), {
      maxItems: 10_000,
      description: `${description}: IP addresses or numbers; empty or absent: all that have such a table`,
    }),
  )
const inQuery = (description: string) =>
  T.Optional(
    T.Array(text(60), {
      maxItems: 1000,
      description: `${description}: IP addresses or numbers, repeated; empty or absent: all that have such a table`,
    }),
  )
const mac = text(100, { minLength: 1, description: 'MAC address in any notation' })
const ip = text(60, { minLength: 1, description: 'IP address' })
const group_id = T.Optional(Id)
const all = T.Optional(T.Boolean({ description: 'Ask all devices although the port was found' }))

const examples = {
  mac: [{ devices: [], mac: '02:00:00:00:0A:01' }],
  ip: [{ devices: [], ip: '192.0.2.55' }],
  both: [{ devices: [], routers: [], ip: '192.0.2.55' }],
}
export const MacBody = closedObject(
  { mac, devices: inBody('Devices to ask'), group_id, from, all },
  { examples: examples.mac },
)
export const MacQuery = closedObject({ mac, devices: inQuery('Devices to ask'), group_id, from, all })
export const IpBody = closedObject(
  { ip, devices: inBody('Routers to ask'), group_id, from },
  { examples: examples.ip },
)
export const IpQuery = closedObject({ ip, devices: inQuery('Routers to ask'), group_id, from })
export const IpWithFdbBody = closedObject(
  { ip, routers: inBody('Routers to ask'), devices: inBody('Switches and OLTs to ask'), group_id, from, all },
  { examples: examples.both },
)
export const IpWithFdbQuery = closedObject({
  ip,
  routers: inQuery('Routers to ask'),
  devices: inQuery('Switches and OLTs to ask'),
  group_id,
  from,
  all,
})

export const schemas = [FoundMac, ArpRecord, SearchMeta, FoundByIp, FoundByIpMeta]
