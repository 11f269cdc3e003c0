import {
  implement,
  oidParts,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import {
  membersBy,
  portListAt,
  readBridgePorts,
  readVlans,
  reportPortless,
} from '@linecard/driver-kit/builders'
import { refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'

const entry = '1.3.111.2.802.1.1.4.1.4.3.1'
/** ieee8021QBridgeVlanStaticTable of IEEE8021-Q-BRIDGE-MIB. Index: component, VLAN id. */
const configured = table({
  name: text(`${entry}.3`),
  egress: portListAt(`${entry}.4`),
  forbidden: portListAt(`${entry}.5`),
  untagged: portListAt(`${entry}.6`),
})

async function readIeeeVlans(session: Session): Promise<ResultOf<typeof vlans>> {
  const rows = await readTable(session, configured)
  if (rows.size === 0) return []
  const members = membersBy(await readBridgePorts(session))
  const lost = new Set<string>()
  const list = [...rows].map(([index, { name, ...lists }]) => {
    const egress = lists.egress && members(lists.egress, lost)
    const sent = new Set(egress)
    const bare = lists.untagged && new Set(members(lists.untagged).filter(one => sent.has(one)))
    const forbidden = lists.forbidden && members(lists.forbidden, lost)
    return {
      id: oidParts(index).at(-1)!,
      name,
      status: 'Permanent' as const,
      ports: egress && {
        egress: egress.map(refOf),
        untagged: bare && Array.from(bare, refOf),
        tagged: bare && egress.filter(one => !bare.has(one)).map(refOf),
        forbidden: forbidden && forbidden.map(refOf),
      },
    }
  })
  reportPortless(session, configured.egress.oid, lost.size)
  return list
}

/** `vlans` of AOS-CX: from IEEE8021-Q-BRIDGE-MIB, or from Q-BRIDGE-MIB if the release has it. */
export const cxVlans = (): Implementation =>
  implement(
    vlans,
    async (session, args) => {
      const standard = await readVlans(session)
      const wanted = vlanIdsOf(args.vlan_id)
      return (standard.length > 0 ? standard : await readIeeeVlans(session)).filter(
        ({ id }) => !wanted || wanted.has(id),
      )
    },
    { override: true },
  )
