import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { oidParts } from '../oid.ts'
import { pvid, refOf, vlanIdsOf, vlans, type Interface } from '../modules/index.ts'
import { enumeration, integer, readTable, table, text } from '../table/index.ts'
import { readBridgePorts } from './bridge-ports.ts'
import { reportPortless } from './fdb-rows.ts'
import { interfacesFor } from './interfaces.ts'
import { portListAt, readMembers, type QBridgeVlanOptions } from './port-lists.ts'
import { vlansByPortOf } from './vlans-by-port.ts'

type Vlan = Static<typeof vlans.result>[number]

/** dot1qVlanStaticTable (Q-BRIDGE-MIB, RFC 4363): what is configured. Index: VLAN id. */
const staticVlans = table({
  name: text('1.3.6.1.2.1.17.7.1.4.3.1.1'),
  egress: portListAt('1.3.6.1.2.1.17.7.1.4.3.1.2'),
  forbidden: portListAt('1.3.6.1.2.1.17.7.1.4.3.1.3'),
  untagged: portListAt('1.3.6.1.2.1.17.7.1.4.3.1.4'),
})
/** dot1qVlanCurrentTable: what the device uses now, also VLANs from GVRP. Index: time mark, VLAN id. */
const currentVlans = table({
  egress: portListAt('1.3.6.1.2.1.17.7.1.4.2.1.4'),
  untagged: portListAt('1.3.6.1.2.1.17.7.1.4.2.1.5'),
  status: enumeration('1.3.6.1.2.1.17.7.1.4.2.1.6', { 1: 'Other', 2: 'Permanent', 3: 'Dynamic' }),
})
/** dot1qPvid of dot1qPortVlanTable. Index: bridge port. */
const pvids = table({ pvid: integer('1.3.6.1.2.1.17.7.1.4.5.1.1') })

const isVlan = (id: number): boolean => id >= 1 && id <= 4094

/**
 * VLANs with their ports: the current members, else the configured members; forbidden ports and names as
 * configured.
 */
export async function readVlans(session: Session, options: QBridgeVlanOptions = {}): Promise<Vlan[]> {
  const configured = await readTable(session, staticVlans)
  const current = new Map(
    [...(await readTable(session, currentVlans))].map(([index, row]) => [oidParts(index).at(-1)!, row]),
  )
  const all = [...new Set([...configured.keys(), ...current.keys()].map(Number))]
  const ids = all.filter(isVlan).toSorted((a, b) => a - b)
  const others = all.length - ids.length
  if (others > 0) session.report({ what: staticVlans.name.oid, reason: 'unplaced', cells: others })
  const members = await readMembers(session, options)
  const lost = new Set<string>()
  const list = ids.map(id => {
    const [plan, now] = [configured.get(String(id)), current.get(id)]
    const [sent, bare] = [currentOr(now?.egress, plan?.egress), currentOr(now?.untagged, plan?.untagged)]
    return {
      id,
      name: plan?.name ?? null,
      status: now?.status ?? (plan ? ('Permanent' as const) : null),
      ports:
        sent &&
        membersOf(
          members(sent, lost),
          bare && members(bare),
          plan?.forbidden ? members(plan.forbidden, lost) : null,
        ),
    }
  })
  reportPortless(session, staticVlans.egress.oid, lost.size)
  return list
}

/** The current list, else the configured list: in some agents the current list is empty. */
const currentOr = (now: Buffer | null | undefined, plan: Buffer | null | undefined): Buffer | null =>
  now?.length ? now : (plan ?? now ?? null)

/** Ports of a VLAN; the tagged ports are unknown if the agent does not give the untagged ports. */
function membersOf(
  egress: readonly Interface[],
  untagged: readonly Interface[] | null,
  forbidden: readonly Interface[] | null,
): Vlan['ports'] {
  const sent = new Set(egress)
  const bare = untagged && new Set(untagged.filter(one => sent.has(one)))
  return {
    egress: egress.map(refOf),
    untagged: bare && Array.from(bare, refOf),
    tagged: bare && egress.filter(one => !bare.has(one)).map(refOf),
    forbidden: forbidden && forbidden.map(refOf),
  }
}

const source = 'Q-BRIDGE-MIB'

/** vlans, vlans_by_port and pvid from Q-BRIDGE-MIB. */
export const qBridgeVlans = (options: QBridgeVlanOptions = {}): Implementation[] => [
  implement(
    vlans,
    async (session, args) => {
      const wanted = vlanIdsOf(args.vlan_id)
      return (await readVlans(session, options)).filter(({ id }) => !wanted || wanted.has(id))
    },
    { source },
  ),
  vlansByPortOf(),
  implement(
    pvid,
    async (session, args) => {
      const chosen = new Set((await interfacesFor(session, args.interface)).map(({ id }) => id))
      const ports = await readBridgePorts(session, options)
      return [...(await readTable(session, pvids))].flatMap(([index, row]) => {
        const one = ports(Number(index))
        return one && chosen.has(one.id) ? [{ interface: refOf(one), pvid: row.pvid || null }] : []
      })
    },
    { source },
  ),
]
