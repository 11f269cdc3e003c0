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
  uniInterfacesStatus,
  uniInterfacesVlans,
} from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TArray, type TObject, type TProperties, type TSchema } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'

/**
 * Fields of an object, all optional and without `interface`. Older clients cannot read null where they expect
 * a text or a number, so unknown fields are absent.
 */
export const optionalFields = <P extends TProperties>({ properties }: TObject<P>) => {
  const { interface: _, ...fields } = properties
  return T.Partial(T.Object(fields as Omit<P, 'interface'>)).properties
}
const rowOf = <P extends TProperties>({ result }: Module<TSchema, TArray<TObject<P>>>) => result.items
const fieldsOf = <P extends TProperties>(module: Module<TSchema, TArray<TObject<P>>>) =>
  optionalFields(rowOf(module))
const unisOf = (module: typeof uniInterfacesStatus | typeof uniInterfacesVlans) =>
  rowOf(module as typeof uniInterfacesStatus).properties.unis.items

const absent = 'null: not supported by the model, or not read (see meta)'
const block = <S extends TSchema>(schema: S, description: string) =>
  T.Union([schema, T.Null()], { description: `${description}; ${absent}` })

const { num: _num, ...uniStatus } = optionalFields(unisOf(uniInterfacesStatus) as TObject<TProperties>)
const {
  num: _also,
  pvid_mode: mode,
  ...uniVlans
} = optionalFields(unisOf(uniInterfacesVlans) as TObject<TProperties>)
const { in_errors, out_errors, in_discards, out_discards } = rowOf(errors).properties
const digits = ({ description = '' }: TSchema & { description?: string }) =>
  T.Optional(T.String({ pattern: '^[0-9]+$', description }))
const { status, bind_status, admin_state, conf_status, _onu_disabled } = rowOf(ponOntsStatus).properties

export const blocks = {
  interface: block(
    closedObject(T.Partial(Interface).properties, { $id: 'diagnostic.Interface' }),
    'Interface, with its place in the device',
  ),
  vendor: block(
    closedObject(fieldsOf(ponOntsVendor), { $id: 'diagnostic.OnuVendor' }),
    'Vendor, model and versions of an ONU',
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
    'Description on the device: a text for an ONU, an object for a port',
  ),
  name: block(T.String(), 'Name beside the description, if the vendor has one'),
  fdb: block(
    T.Array(
      closedObject(
        {
          ...fieldsOf(fdb),
          interface: T.Optional(
            closedObject(
              { id: T.Integer(), name: T.String() },
              { description: 'ONU behind the requested port' },
            ),
          ),
        },
        { $id: 'diagnostic.MacEntry' },
      ),
    ),
    'MAC addresses behind the interface',
  ),
  fdb_total: T.Union([T.Integer(), T.Null()], {
    description: 'Number of MAC addresses, also if `fdb` is cut',
  }),
  ident: block(
    closedObject({ value: T.String(), type: T.Enum(['MAC', 'SERIAL']) }),
    'Identity of an ONU: its MAC address or serial number',
  ),
  reasons: block(
    closedObject(
      {
        ...fieldsOf(ponOntsReasons),
        history_table: T.Optional(
          T.Array(closedObject(optionalFields(rowOf(ponOntsDownHistory).properties.logs.items))),
        ),
      },
      { $id: 'diagnostic.OnuReasons' },
    ),
    'When an ONU registered and deregistered, and why',
  ),
  counters: block(
    closedObject(fieldsOf(interfaceCounters), { $id: 'diagnostic.Counters' }),
    "Traffic since the device's start",
  ),
  optical: block(
    closedObject(fieldsOf(ponOntsOptical), { $id: 'diagnostic.OnuOptical' }),
    'Optical power of an ONU and at the OLT',
  ),
  configuration: block(
    closedObject(fieldsOf(ponOntsConfiguration), { $id: 'diagnostic.OnuConfiguration' }),
    'How an ONU is provisioned',
  ),
  profiles: block(
    closedObject(optionalFields(ponProfiles.result), { $id: 'diagnostic.Profiles' }),
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
    'Test of the cable, only if requested',
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
/** Answers of a device about one port or ONU, in blocks. Fields that the device does not give are absent. */
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
