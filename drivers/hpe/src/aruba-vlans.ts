import {
  implement,
  octets,
  oidParts,
  readWhole,
  table,
  text,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { readBridgePorts, readVlans } from '@linecard/driver-kit/builders'
import { portsOf } from '@linecard/driver-kit/codecs'
import { refOf, vlanIdsOf, vlans } from '@linecard/driver-kit/modules'

const entry = '1.3.111.2.802.1.1.4.1.4.3.1'
/** ieee8021QBridgeVlanStaticTable of IEEE8021-Q-BRIDGE-MIB. Index: component, VLAN id. */
const configured = table({
  name: text(`${entry}.3`),
  egress: octets(`${entry}.4`),
  forbidden: octets(`${entry}.5`),
  untagged: octets(`${entry}.6`),
})

async function readIeeeVlans(session: Session): Promise<ResultOf<typeof vlans>> {
  const { rows, lost } = await readWhole(session, configured)
  if (rows.size === 0) return []
  const ports = await readBridgePorts(session)
  const members = (list: Buffer | null) => (list ? portsOf(list).flatMap(port => ports(port) ?? []) : [])
  return [...rows].map(([index, { name, ...lists }]) => {
    const egress = members(lists.egress)
    const bare = new Set(members(lists.untagged).filter(one => egress.includes(one)))
    // An empty list has no octets; after a loss nothing tells that it is one.
    const isKnown = lists.untagged !== null || !lost.has('untagged')
    return {
      id: oidParts(index).at(-1)!,
      name,
      status: 'Permanent' as const,
      ports: {
        egress: egress.map(refOf),
        untagged: isKnown ? Array.from(bare, refOf) : null,
        tagged: isKnown ? egress.filter(one => !bare.has(one)).map(refOf) : null,
        forbidden: members(lists.forbidden).map(refOf),
      },
    }
  })
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
