import {
  counter,
  implement,
  map,
  pick,
  readTable,
  table,
  text,
  truth,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { readIfTable } from '@linecard/driver-kit/builders'
import {
  interfaceCounters,
  linkInfo,
  listOf,
  refOf,
  sfpMedia,
  type Interface,
} from '@linecard/driver-kit/modules'
import { findInterface, ponShape, type Olt } from '@linecard/driver-kit/onus'
import { ponNumber } from './names.ts'
import { sfp } from './nodes.ts'

const ports = table({
  name: text(`${sfp}.2`),
  link: map(truth(`${sfp}.3`), up => (up ? ('Up' as const) : ('Down' as const))),
  vendor: text(`${sfp}.4`),
  part: text(`${sfp}.5`),
  out_octets: counter(`${sfp}.6`),
  in_octets: counter(`${sfp}.7`),
})

const placed = (name: string): Partial<Interface> => {
  const port = ponNumber(name)
  return port === null ? {} : ponShape({ shelf: 0, slot: 0, port, onu: null }, 'gpon')
}
/** Ports that only the OLT's own table has: their keys follow those of 99 PON ports. */
const ownKey = (index: number) => 2 * 10 ** 12 + index

/**
 * Ports of ifTable, then ports that only ubntSfpsTable has. The agent of UFiber has its PON and SFP+ ports
 * in that table alone; that of UISP has them in ifTable.
 */
export async function readPorts(session: Session): Promise<Interface[]> {
  const known = await readIfTable(session, { shape: (_, { name }) => placed(name) })
  const names = new Set(known.map(({ name }) => name))
  const own = [...(await readTable(session, ports, { only: ['name'] }))].flatMap(([index, { name }]) =>
    name === null || names.has(name)
      ? []
      : [
          {
            id: ownKey(Number(index)),
            name,
            type: name.startsWith('lag') ? 'LACP' : 'ETH',
            parent: null,
            if_index: null,
            xid: Number(index),
            ...placed(name),
          },
        ],
  )
  return [...known, ...own]
}

/** Rows of ubntSfpsTable for the ports of the argument that ifTable does not have. */
async function ownRows(session: Session, olt: Olt, wanted?: string | number) {
  const chosen = wanted === undefined ? await readPorts(session) : [await findInterface(session, olt, wanted)]
  const own = chosen.filter(one => one.if_index === null && one.type !== 'ONU')
  if (own.length === 0) return []
  const rows = await readTable(session, ports)
  return own.flatMap(one => {
    const row = rows.get(String(one.xid))
    return row ? [{ one, row }] : []
  })
}

const unknown = {
  admin_state: null,
  nway_status: null,
  speed_mbps: null,
  duplex: null,
  medium_type: null,
  description: null,
  connector_present: null,
  address_learning: null,
  last_change: null,
  last_change_sec: null,
  mtu: null,
  mac_address: null,
} as const
const uncounted = {
  in_ucast_pkts: null,
  out_ucast_pkts: null,
  in_multicast_pkts: null,
  out_multicast_pkts: null,
  in_broadcast_pkts: null,
  out_broadcast_pkts: null,
  in_errors: null,
  out_errors: null,
  in_discards: null,
  out_discards: null,
} as const

type Rows<T extends { example: unknown }> = T['example']

/** link_info, interface_counters and sfp_media: those of `base`, and the ports of ubntSfpsTable. */
export const portModules = (olt: Olt, base: readonly Implementation[]): Implementation[] => {
  const [links, counters] = [pick(base, linkInfo), pick(base, interfaceCounters)]
  return [
    implement(linkInfo, async (session, args) => {
      const types = listOf(args.type)?.map(word => word.toUpperCase())
      const own = await ownRows(session, olt, args.interface)
      return [
        ...((await links.run(session, args)) as Rows<typeof linkInfo>),
        ...own
          .filter(({ one }) => !types || types.includes(one.type.toUpperCase()))
          .map(({ one, row }) =>
            Object.assign({ interface: refOf(one), oper_status: row.link, type: one.type }, unknown),
          ),
      ]
    }),
    implement(interfaceCounters, async (session, args) => {
      const own = args.interface_type === 'ONU' ? [] : await ownRows(session, olt, args.interface)
      return [
        ...((await counters.run(session, args)) as Rows<typeof interfaceCounters>),
        ...own.map(({ one, row: { in_octets, out_octets } }) =>
          Object.assign({ interface: refOf(one), bits: 64 as const, in_octets, out_octets }, uncounted),
        ),
      ]
    }),
    implement(sfpMedia, async (session, args) =>
      (await ownRows(session, olt, args.interface))
        .filter(({ row }) => row.vendor !== null || row.part !== null)
        .map(({ one, row }) => ({
          interface: refOf(one),
          serial_num: null,
          vendor_name: row.vendor,
          part_number: row.part,
          connector_type: null,
        })),
    ),
  ]
}
