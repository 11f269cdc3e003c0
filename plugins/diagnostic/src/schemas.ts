import type { Module } from '@linecard/driver-kit'
import {
  Interface,
  cableDiag,
  errors,
  fdb,
  interfaceCounters,
  linkInfo,
  poeInfo,
  ponOntsConfiguration,
  ponOntsDownHistory,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsStatus,
  ponOntsVendor,
  ponProfiles,
  rmon,
  sfpMedia,
  sfpOptical,
  system,
  uniInterfacesStatus,
  uniInterfacesVlans,
} from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TArray, type TObject, type TProperties, type TSchema } from 'typebox'
import { Id, InterfaceWord, closedObject, nullable, sources, text } from '@linecard/plugin-kit'

/**
 * Fields of the rows of a module, each of which may be absent: older clients take no null where they expect a
 * text or a number.
 */
const given = <P extends TProperties>({ properties }: TObject<P>) => {
  const { interface: _, ...fields } = properties
  return T.Partial(T.Object(fields as Omit<P, 'interface'>)).properties
}
const rowOf = <P extends TProperties>({ result }: Module<TSchema, TArray<TObject<P>>>) => result.items
const fieldsOf = <P extends TProperties>(module: Module<TSchema, TArray<TObject<P>>>) => given(rowOf(module))
const unisOf = (module: typeof uniInterfacesStatus | typeof uniInterfacesVlans) =>
  rowOf(module as typeof uniInterfacesStatus).properties.unis.items

const absent = 'null: the model does not have it, or it could not be read (see meta)'
const block = <S extends TSchema>(schema: S, description: string) =>
  T.Union([schema, T.Null()], { description: `${description}; ${absent}` })

const { num: _num, ...uniStatus } = given(unisOf(uniInterfacesStatus) as TObject<TProperties>)
const { num: _also, pvid_mode: mode, ...uniVlans } = given(unisOf(uniInterfacesVlans) as TObject<TProperties>)
const { in_errors, out_errors, in_discards, out_discards } = rowOf(errors).properties
const digits = ({ description = '' }: TSchema & { description?: string }) =>
  T.Optional(T.String({ pattern: '^[0-9]+$', description }))
const { status, bind_status, admin_state, conf_status, _onu_disabled } = rowOf(ponOntsStatus).properties

const blocks = {
  interface: block(
    closedObject(T.Partial(Interface).properties, { $id: 'diagnostic.Interface' }),
    'Interface, with its place in the device',
  ),
  vendor: block(
    closedObject(fieldsOf(ponOntsVendor), { $id: 'diagnostic.OnuVendor' }),
    'Maker, model and versions of an ONU',
  ),
  status: block(
    closedObject(
      {
        online: status,
        bind: T.Optional(bind_status),
        admin: T.Optional(admin_state),
        _conf_status: T.Optional(conf_status),
        _onu_disabled: T.Optional(_onu_disabled),
      },
      { $id: 'diagnostic.OnuStatus' },
    ),
    'State of an ONU',
  ),
  uni: block(
    T.Array(
      closedObject(
        { num: T.Integer({ description: 'Number of the port' }), ...uniStatus, ...uniVlans, mode: mode! },
        { $id: 'diagnostic.OnuPort' },
      ),
    ),
    'Ethernet ports of an ONU',
  ),
  description: block(
    T.Union([T.String(), closedObject({ description: T.String() })]),
    'Description that people gave it: of an ONU a text, of a port an object',
  ),
  name: block(T.String(), 'Name beside the description, where the vendor has one'),
  fdb: block(
    T.Array(
      closedObject(
        {
          ...fieldsOf(fdb),
          interface: T.Optional(
            closedObject(
              { id: T.Integer(), name: T.String() },
              { description: 'ONU behind the port that was asked for' },
            ),
          ),
        },
        { $id: 'diagnostic.MacEntry' },
      ),
    ),
    'MAC addresses behind it',
  ),
  fdb_total: T.Union([T.Integer(), T.Null()], {
    description: 'How many MAC addresses there are, also where `fdb` is cut',
  }),
  ident: block(
    closedObject({ value: T.String(), type: T.Enum(['MAC', 'SERIAL']) }),
    'What an ONU is known by',
  ),
  reasons: block(
    closedObject(
      {
        ...fieldsOf(ponOntsReasons),
        history_table: T.Optional(
          T.Array(closedObject(given(rowOf(ponOntsDownHistory).properties.logs.items))),
        ),
      },
      { $id: 'diagnostic.OnuReasons' },
    ),
    'When an ONU came and went, and why',
  ),
  counters: block(
    closedObject(fieldsOf(interfaceCounters), { $id: 'diagnostic.Counters' }),
    "Traffic since the device's start",
  ),
  optical: block(
    closedObject(fieldsOf(ponOntsOptical), { $id: 'diagnostic.OnuOptical' }),
    'Optical levels of an ONU',
  ),
  configuration: block(
    closedObject(fieldsOf(ponOntsConfiguration), { $id: 'diagnostic.OnuConfiguration' }),
    'How an ONU is provisioned',
  ),
  profiles: block(
    closedObject(given(ponProfiles.result), { $id: 'diagnostic.Profiles' }),
    'Profiles of the OLT',
  ),
  link_info: block(
    T.Array(closedObject(fieldsOf(linkInfo), { $id: 'diagnostic.LinkInfo' })),
    'State of a port; a combo port has one row per medium',
  ),
  errors: block(
    closedObject({
      in_errors: digits(in_errors),
      out_errors: digits(out_errors),
      in_discards: digits(in_discards),
      out_discards: digits(out_discards),
    }),
    'Errors of a port, as decimal strings',
  ),
  rmon: block(closedObject(fieldsOf(rmon), { $id: 'diagnostic.Rmon' }), 'Errors of a port by kind'),
  cable_diag: block(
    closedObject(fieldsOf(cableDiag), { $id: 'diagnostic.CableDiag' }),
    'Test of the cable, only where it was asked for',
  ),
  vlans: block(
    T.Array(
      closedObject({
        id: T.Integer(),
        name: T.Optional(T.String()),
        type: T.Enum(['untagged', 'tagged', 'forbidden']),
      }),
    ),
    'VLANs of a port',
  ),
  pvid: block(T.Integer(), 'VLAN of untagged frames'),
  sfp: block(
    closedObject(
      {
        media: T.Optional(closedObject(fieldsOf(sfpMedia))),
        optical: T.Optional(closedObject(fieldsOf(sfpOptical))),
      },
      { $id: 'diagnostic.Sfp' },
    ),
    'Transceiver of a port',
  ),
  poe: block(closedObject(fieldsOf(poeInfo), { $id: 'diagnostic.Poe' }), 'Power over Ethernet of a port'),
}

const nothing = Object.fromEntries(Object.keys(blocks).map(name => [name, null]))
/** What a device says of one port or ONU, block by block. Fields that the device does not give are absent. */
export const DiagnosticData = closedObject(blocks, {
  $id: 'diagnostic.Data',
  examples: [
    {
      ...nothing,
      interface: { id: 3, name: 'Gi0/3', type: 'ETH' },
      description: { description: 'apt 3' },
      link_info: [
        {
          oper_status: 'Up',
          admin_state: 'Enabled',
          nway_status: '1G-Full',
          speed_mbps: 1000,
          duplex: 'Full',
          type: 'ETH',
          last_change: '0d 2h 0min 5sec',
        },
      ],
      fdb: [{ vlan_id: 301, mac_address: '02:00:00:00:0A:01', status: 'LEARNED' }],
      fdb_total: 1,
      errors: { in_errors: '0', out_errors: '0', in_discards: '3', out_discards: '0' },
      vlans: [{ id: 301, name: 'office', type: 'untagged' }],
    },
  ],
})
export type DiagnosticData = Static<typeof DiagnosticData>

/** The same in the words of older clients, inside of the answer. */
const OldMeta = T.Record(
  T.String(),
  closedObject({
    time: nullable(T.String()),
    source: sources,
    from_cache: T.Boolean(),
    device_ip: T.String(),
    hash: T.String({
      description:
        '{device}:{module}:SUCCESS or FAILED:{SHA-1 of the data}: another where the answer is another',
    }),
    error: nullable(T.String({ description: 'A sentence' })),
    spent: nullable(T.Number({ description: 'Seconds' })),
  }),
  { $id: 'diagnostic.OldMeta', description: 'The same as `meta`, in the words of older clients' },
)

const DeviceStatus = closedObject(
  {
    data: nullable(
      closedObject(
        {
          ...given(system.result),
          meta: T.Optional(
            closedObject({ ...given(system.result.properties.meta), modules: T.Array(T.String()) }),
          ),
        },
        { description: 'Identity and uptime; null: could not be read' },
      ),
    ),
    error: nullable(T.String({ description: 'Why the device did not answer' })),
  },
  {
    $id: 'diagnostic.DeviceStatus',
    examples: [{ data: { name: 'sw-17', uptime: '8d 9h 55min 32sec', uptime_sec: '726932' }, error: null }],
  },
)
export type DeviceStatus = Static<typeof DeviceStatus>

const StoredCard = T.Unsafe<Record<string, unknown>>({ $ref: 'inventory.InterfaceCard' })

export const Diagnosis = closedObject(
  {
    iface: StoredCard,
    diagnostic: closedObject({ data: DiagnosticData, meta: OldMeta }),
    device_status: DeviceStatus,
  },
  { $id: 'diagnostic.Diagnosis' },
)

export const FlatDiagnosis = closedObject(
  { ...blocks, iface: StoredCard, meta: OldMeta, device_status: DeviceStatus },
  { $id: 'diagnostic.FlatDiagnosis' },
)

export const Source = T.Optional(sources)
export const IfaceParams = closedObject({ ifaceId: Id })
export const DiagQuery = closedObject({
  from: Source,
  cable_diag: T.Optional(
    T.Boolean({
      description: 'Test the cable too: it may drop the link for some seconds, and is always done now',
    }),
  ),
})
export const InterfaceDiagBody = closedObject(
  {
    device: T.Union([Id, text(60)], { description: 'IP address of a device, or its number' }),
    interface: T.Union([T.Integer(), InterfaceWord], { description: 'Id, bind key or name of an interface' }),
    from: Source,
    cable_diag: T.Optional(T.Boolean()),
  },
  { examples: [{ device: '192.0.2.17', interface: '1/3' }] },
)

const Neighbour = closedObject({
  source: T.Enum(['lldp'], { description: 'Who says so' }),
  chassis_id: nullable(T.String()),
  port_id: nullable(T.String()),
  port_descr: nullable(T.String()),
  name: nullable(T.String()),
  descr: nullable(T.String()),
  mgmt_address: nullable(T.String()),
  device: nullable(
    closedObject(
      { id: Id, ip: T.String(), name: T.String() },
      { description: 'The device at its management address, where you see it' },
    ),
  ),
})
export const InterfaceLinks = closedObject(
  {
    pages: T.Array(
      closedObject({
        rel: T.Enum(['interface', 'device', 'card']),
        path: T.String({
          description: 'Below the address of the web panel; of `card` below that of the API',
        }),
        url: nullable(T.String({ description: 'Null: nobody has said where people reach the panel' })),
      }),
      { description: 'Pages of the interface' },
    ),
    neighbours: nullable(
      T.Array(Neighbour, { description: 'Devices at the other end, as far as the device names them' }),
    ),
  },
  {
    $id: 'diagnostic.InterfaceLinks',
    examples: [
      {
        pages: [
          { rel: 'interface', path: '/interfaces/96252', url: 'https://panel.example.net/interfaces/96252' },
        ],
        neighbours: [
          {
            source: 'lldp',
            chassis_id: '02:00:00:00:02:00',
            port_id: 'Gi0/24',
            port_descr: 'uplink',
            name: 'sw-18',
            descr: 'Acme A24',
            mgmt_address: '192.0.2.18',
            device: { id: 18, ip: '192.0.2.18', name: 'sw-18' },
          },
        ],
      },
    ],
  },
)
export type InterfaceLinks = Static<typeof InterfaceLinks>

export const schemas = [DiagnosticData, DeviceStatus, Diagnosis, FlatDiagnosis, InterfaceLinks]
