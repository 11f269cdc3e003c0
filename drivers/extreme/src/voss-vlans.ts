import {
  implement,
  integer,
  octets,
  pick,
  readTable,
  table,
  text,
  type Implementation,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  interfacesFor,
  membersBy,
  portListAt,
  qBridgeVlans,
  reportPortless,
  vlansByPortOf,
  vlansWithMembers,
  type VlanMember,
} from '@linecard/driver-kit/builders'
import { interfacesList, pvid, refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'

const rc = (number: string): string => `1.3.6.1.4.1.2272.1.3.${number}`

/** rcVlanTable of RC-VLAN-MIB. Index: VLAN id. Bit n of a PortSet is ifIndex n; the first bit is 0. */
const rcVlans = table({ name: text(rc('2.1.2')), members: portListAt(rc('2.1.11')) })
/**
 * rcVlanPortTable: the VLANs of a port (two octets each), access (1) or trunk (2), default VLAN, whether it
 * sends tags, and whether it sends its default VLAN without. Index: ifIndex.
 */
const rcPorts = table({
  vlans: octets(rc('3.1.3')),
  type: integer(rc('3.1.4')),
  pvid: integer(rc('3.1.7')),
  tagging: integer(rc('3.1.8')),
  bareDefault: integer(rc('3.1.13')),
})
type Port = RowOf<typeof rcPorts>

/** rcVlanPortPerformTagging: 1 yes, 2 no, 3 only the default VLAN, 4 all but the default VLAN (0: none). */
function howSent({ tagging, pvid: id, bareDefault }: Port, vlan: number): VlanMember['how'] {
  if (tagging === 2) return 'untagged'
  if (id === null) return null
  const isDefault = id === vlan
  switch (tagging) {
    case 1:
      return !isDefault ? 'tagged' : bareDefault === null ? null : bareDefault === 1 ? 'untagged' : 'tagged'
    case 3:
      return isDefault ? 'tagged' : 'untagged'
    case 4:
      return isDefault ? 'untagged' : 'tagged'
    default:
      return null
  }
}

const readOwn = async (session: Session) => {
  const rows = [...(await readTable(session, rcVlans))].map(([index, row]) => ({ id: Number(index), ...row }))
  if (rows.length === 0) return []
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const ports = await readTable(session, rcPorts, { only: ['pvid', 'tagging', 'bareDefault'] })
  const membersOf = membersBy(bit => interfaces.get(bit - 1))
  const lost = new Set<string>()
  const members = rows.flatMap(({ id, members: list }): VlanMember[] =>
    (list ? membersOf(list, lost) : []).map(port => {
      const sent = ports.get(String(port.if_index))
      return { vlan: id, port, how: sent ? howSent(sent, id) : null }
    }),
  )
  reportPortless(session, rcVlans.members.oid, lost.size)
  const unread = new Set(rows.flatMap(row => (row.members === null ? [row.id] : [])))
  return vlansWithMembers(
    rows.map(({ id, name }) => ({ id, name, status: null })),
    members,
  ).map(row => (unread.has(row.id) ? { ...row, ports: null } : row))
}

/**
 * The VLAN of the untagged frames of a port: an access port has one VLAN, and its default id means nothing.
 */
function pvidOf({ type, vlans: list, pvid: id }: Port): number | null {
  if (type !== 1) return id || null
  return (list?.length === 2 ? list.readUInt16BE(0) : id) || null
}

const source = 'RC-VLAN-MIB'
const standard = qBridgeVlans()

/** vlans, vlans_by_port and pvid from RC-VLAN-MIB, else from Q-BRIDGE-MIB. */
export const vossVlans = (): Implementation[] => [
  implement(
    vlans,
    async (session, args) => {
      const wanted = vlanIdsOf(args.vlan_id)
      return (await readOwn(session)).filter(({ id }) => !wanted || wanted.has(id))
    },
    { source, next: [pick(standard, vlans)] },
  ),
  vlansByPortOf(),
  implement(
    pvid,
    async (session, args) => {
      const rows = await readTable(session, rcPorts, { only: ['vlans', 'type', 'pvid'] })
      return (await interfacesFor(session, args.interface)).flatMap(one => {
        const row = rows.get(String(one.if_index))
        return row ? [{ interface: refOf(one), pvid: pvidOf(row) }] : []
      })
    },
    { source, next: [pick(standard, pvid)] },
  ),
]
