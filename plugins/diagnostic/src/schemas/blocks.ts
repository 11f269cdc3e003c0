import { fdb, interfaceCounters, linkInfo } from '@linecard/driver-kit/modules'
import { Type as T, type Static, type TSchema } from 'typebox'
import { closedObject, nullable } from '@linecard/plugin-kit'
import { block, rowFieldsOf, rowOf } from './block.ts'
import { PlacedInterface } from './interface.ts'
import { complete } from './complete.ts'
import { onuBlocks as onu } from './onu-blocks.ts'
import { portBlocks as port } from './port-blocks.ts'

/** All blocks, in the order of the answer. */
export const blocks = {
  interface: PlacedInterface,
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
          mac_address: rowOf(fdb as never).properties['mac_address'] as TSchema,
          interface: nullable(
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

const exampleInterface = { id: 3, name: 'Gi0/3', type: 'ETH', _key: '3', iface_name: 'Gi0/3' }
const nothing = Object.fromEntries(Object.keys(blocks).map(name => [name, null]))
/** Answers of a device about one port or ONU, in blocks. Fields that the device does not give are null. */
export const DiagnosticData = closedObject(blocks, {
  $id: 'diagnostic.Data',
  examples: [
    {
      ...nothing,
      interface: complete(PlacedInterface, exampleInterface),
      description: { description: 'apt 3' },
      link_info: [complete(linkInfo.result.items, linkInfo.example[0])],
      fdb: [{ ...complete(fdb.result.items, fdb.example[0]), interface: null }],
      fdb_total: 1,
      errors: { in_errors: '0', out_errors: '0', in_discards: '3', out_discards: '0' },
      vlans: [{ id: 301, name: 'office', type: 'untagged' }],
    },
  ],
})
export type DiagnosticData = Static<typeof DiagnosticData>
