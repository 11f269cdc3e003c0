import { InterfaceRef, exampleOnu as place, examplePon, onuStatuses } from '@linecard/driver-kit/modules'
import { Id, ListMeta, closedObject, nullable, type LivePartMeta } from '@linecard/plugin-kit'
import { LiveMeta } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { Card, exampleCard } from '../answers/cards.ts'
import { Filling } from '../answers/ports.ts'

const Level = (what: string) => nullable(T.Number({ description: what }))
const text = (what: string) => nullable(T.String({ description: what }))
const moment = (what: string) => nullable(T.String({ format: 'date-time', description: what }))

/** An ONU in a tree. Null: not told, or never read. */
export const Ont = closedObject(
  {
    id: nullable({ ...Id, description: 'Id of the stored interface; null: not stored' }),
    interface: InterfaceRef,
    ident: text('Serial number or MAC address'),
    ident_type: nullable(T.Enum(['SERIAL', 'MAC'])),
    status: nullable(T.Enum(onuStatuses, { description: 'State with the reason: LOS, PowerOff' })),
    bind_status: text("State in the vendor's words"),
    status_changed: moment('Since when Linecard sees this state'),
    last_down_reason: text("Why it last went: LOS, PowerOff, or the vendor's word"),
    last_reg: text("Last registration, by the OLT's clock"),
    last_dereg: text("Last loss, by the OLT's clock"),
    rx: Level('Received by the ONU, dBm'),
    tx: Level('Sent by the ONU, dBm'),
    olt_rx: Level('Received by the OLT from this ONU, dBm'),
    temp: Level('°C'),
    voltage: Level('V'),
    distance: Level('m'),
    optical_time: moment('When the light was measured: an ONU that is away keeps its last values'),
    bad_since: moment('Since when its light is outside of the limits'),
    description: text('Name or description on the OLT'),
    vendor: text('Maker'),
    model: text('Model'),
    agreement: text('Number of the contract'),
    comment: text('Local note'),
    duplicate: nullable(T.Boolean({ description: 'Another stored ONU has the same ident' })),
  },
  { $id: 'olts.Ont' },
)

const Port = closedObject(
  {
    id: nullable({ ...Id, description: 'Id of the stored interface' }),
    interface: nullable(InterfaceRef),
    status: text('Link'),
    admin_state: text('Configured state'),
    description: text('Description'),
    registered: T.Integer({ description: 'ONUs of the port, whatever the filter' }),
    online: T.Integer({ description: 'Of these, online' }),
    statuses: T.Record(T.String(), T.Integer(), { description: 'ONUs by state' }),
    ...Filling,
    onts: T.Array(Ont, { description: 'The ONUs of this page' }),
  },
  { $id: 'olts.TreePort', description: 'A PON port; `interface` is null for ONUs whose port is not known' },
)

export const Tree = closedObject(
  {
    cards: T.Array(
      closedObject(
        { card: nullable(Card), ports: T.Array(Port) },
        { $id: 'olts.TreeCard', description: 'A card with its PON ports; null: ports of no known card' },
      ),
    ),
  },
  { $id: 'olts.Tree', description: 'Cards, their PON ports, and the ONUs of this page' },
)

export const TreeMeta = closedObject(
  { ...ListMeta.properties, modules: LiveMeta },
  { $id: 'olts.TreeMeta', description: '`total`: ONUs that fit the filters' },
)

export interface PortNode {
  id: number | null
  interface: { id: number; name: string; type: string; parent: null; if_index: number | null } | null
  status: string | null
  admin_state: string | null
  description: string | null
  registered: number
  online: number
  statuses: Record<string, number>
  maximum: number | null
  filling: number | null
}
export interface CardNode {
  card: Card | null
  ports: PortNode[]
}
export type Modules = Record<string, LivePartMeta>

const exampleOnt = {
  id: 96_252,
  interface: place,
  ident: 'ZTEGC1086C70',
  ident_type: 'SERIAL',
  status: 'Online',
  bind_status: 'working',
  status_changed: '2026-03-02T09:31:00.000Z',
  last_down_reason: 'PowerOff',
  last_reg: '2026-03-02 09:31:02',
  last_dereg: '2026-03-02 09:12:40',
  rx: -21.4,
  tx: 2.1,
  olt_rx: -23.9,
  temp: 44,
  voltage: 3.3,
  distance: 2636,
  optical_time: '2026-03-02T09:35:00.000Z',
  bad_since: null,
  description: 'contract 11619',
  vendor: 'ZTEG',
  model: 'F660',
  agreement: '11619',
  comment: '',
  duplicate: false,
}
export const exampleTree = {
  cards: [
    {
      card: exampleCard,
      ports: [
        {
          id: 96_200,
          interface: examplePon,
          status: 'Up',
          admin_state: 'Enabled',
          description: 'north street',
          registered: 48,
          online: 46,
          statuses: { LOS: 1, Online: 46, PowerOff: 1 },
          maximum: 128,
          filling: 37.5,
          onts: [exampleOnt],
        },
      ],
    },
  ],
}
