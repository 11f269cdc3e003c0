import { Interface, fdb, interfaceCounters, linkInfo } from '@linecard/driver-kit/modules'
import { Type as T, type Static } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'
import { block, rowFieldsOf } from './block.ts'
import { onuBlocks as onu } from './onu-blocks.ts'
import { portBlocks as port } from './port-blocks.ts'

/** All blocks, in the order of the answer. */
export const blocks = {
  interface: block(
    closedObject(T.Partial(Interface).properties, { $id: 'diagnostic.Interface' }),
    'Interface, with its place in the device',
  ),
  vendor: onu.vendor,
  status: onu.status,
  uni: onu.uni,
  description: block(
    T.Union([T.String(), closedObject({ description: T.String() })]),
    'Description on the device: a text for an ONU, an object for a port',
  ),
  name: block(T.String(), 'Name beside the description, if the vendor has one'),
  fdb: block(
    T.Array(
      closedObject(
        {
          ...rowFieldsOf(fdb),
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
  ident: onu.ident,
  reasons: onu.reasons,
  counters: block(
    closedObject(rowFieldsOf(interfaceCounters), { $id: 'diagnostic.Counters' }),
    "Traffic since the device's start",
  ),
  optical: onu.optical,
  configuration: onu.configuration,
  profiles: onu.profiles,
  link_info: block(
    T.Array(closedObject(rowFieldsOf(linkInfo), { $id: 'diagnostic.LinkInfo' })),
    'State of a port; a combo port has one row per medium',
  ),
  ...port,
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
