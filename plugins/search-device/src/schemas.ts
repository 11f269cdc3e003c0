import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Id, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

const DeviceRef = closedObject({ id: Id, ip: T.String(), name: T.String() })
export type DeviceRef = Static<typeof DeviceRef>

/** Where a MAC address is. Unknown fields are absent if older clients cannot read null. */
export const FoundMac = closedObject(
  {
    mac: T.String(),
    vlan_id: T.Optional(T.Integer()),
    status: T.Optional(T.String({ description: 'How the device knows it: LEARNED, STATIC, SELF …' })),
    source: T.Enum(['device', 'history'], {
      description:
        'device: in an answer of the device; history: seen there before, ' +
        'and the device was not asked or did not answer',
    }),
    interface: nullable(
      closedObject(
        {
          id: T.Integer(),
          name: T.String(),
          type: T.String(),
          parent: nullable(T.Integer()),
          if_index: nullable(T.Integer()),
        },
        { description: 'Null: the device gives no interface' },
      ),
    ),
    interface_id: nullable(
      T.Integer({ description: 'Number of the stored interface; null: it is not stored' }),
    ),
    device: EmbeddedDevice,
    uplink: nullable(
      T.Boolean({
        description: 'True: the port leads to other devices; false: an access port or ONU; null: not known',
      }),
    ),
    macs: nullable(T.Integer({ description: 'Different MAC addresses behind the port' })),
    time: T.String({ format: 'date-time', description: 'When the device gave the answer' }),
  },
  {
    $id: 'search-device.FoundMac',
    examples: [
      {
        mac: '02:00:00:00:0A:01',
        vlan_id: 301,
        status: 'LEARNED',
        source: 'device',
        interface: { id: 3, name: 'Gi0/3', type: 'ETH', parent: null, if_index: 3 },
        interface_id: 96_252,
        device: exampleDevice,
        uplink: false,
        macs: 2,
        time: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
export type FoundMac = Omit<Static<typeof FoundMac>, 'device'> & { device: DeviceRef }

export const ArpRecord = closedObject(
  {
    ip: T.String(),
    mac: T.Optional(T.String({ description: 'Absent: the router got no answer from the address' })),
    dinamic: T.Optional(
      T.Enum(['true', 'false'], { description: 'Learned; the spelling is that of older clients' }),
    ),
    comment: T.String(),
    vlan_id: T.Optional(T.Integer()),
    status: T.Optional(T.String()),
    extra: closedObject({
      interface_name: T.Optional(T.String()),
      interface_id: T.Optional(T.Integer({ description: 'Bind key of the interface' })),
    }),
    device: EmbeddedDevice,
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
        device: { ...exampleDevice, id: 3, ip: '192.0.2.1', name: 'gw' },
        time: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
export type ArpRecord = Omit<Static<typeof ArpRecord>, 'device'> & { device: DeviceRef }

/** Failures that an answer lists at most. */
export const maxErrors = 200
export const DeviceSearchMeta = closedObject(
  {
    total: T.Integer({ description: 'Rows of the answer' }),
    devices: T.Integer({ description: 'Devices to ask' }),
    answered: T.Integer(),
    failed: T.Integer({ description: 'Devices that did not answer, not completely, or not in time' }),
    not_asked: T.Integer({
      description: 'Not asked: the port was found, they are down, the time ran out, or there are too many',
    }),
    complete: T.Boolean({ description: 'True: each device was asked and answered, so the list is complete' }),
    errors: T.Array(closedObject({ device: DeviceRef, code: T.String(), description: T.String() }), {
      description: `Why devices failed, the first ${maxErrors} of them`,
    }),
    skipped: T.Array(closedObject({ device: DeviceRef, code: T.String(), description: T.String() }), {
      description:
        `Why devices were not asked, the first ${maxErrors} of them: known to be down, or no time. ` +
        'Those that need not be asked, because the port was found, are only counted',
    }),
  },
  { $id: 'search-device.SearchMeta' },
)
export type DeviceSearchMeta = Static<typeof DeviceSearchMeta>

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
  { arp: DeviceSearchMeta, fdb: nullable(DeviceSearchMeta) },
  {
    $id: 'search-device.FoundByIpMeta',
    description: 'Of both searches; `fdb` is null if no MAC address was found',
  },
)

export const schemas = [FoundMac, ArpRecord, DeviceSearchMeta, FoundByIp, FoundByIpMeta]
