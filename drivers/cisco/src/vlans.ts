import {
  implement,
  readTable,
  readWhole,
  type Implementation,
  type ResultOf,
  type Session,
} from '@linecard/driver-kit'
import { interfacesFor, reportPortless, vlansByPortOf, vlansOfLists } from '@linecard/driver-kit/builders'
import {
  interfacesList,
  pvid,
  refOf,
  vlanIdsOf,
  vlans,
  type Interface,
  type InterfaceRef,
} from '@linecard/driver-kit/modules'
import { access, trunks, vtpVlans } from './tables.ts'

/**
 * VLANs of one port. `isKnown`: whether the native VLAN of a trunk arrived, so that the others are tagged.
 * `isWhole`: its lists of VLANs arrived.
 */
interface Membership {
  native: number | null
  isKnown: boolean
  isWhole: boolean
  tagged: ReadonlySet<number>
}

/**
 * A trunk carries the VLANs that are enabled on it, and its native VLAN untagged. Other ports are in one
 * VLAN. A port without either value has no entry.
 */
export async function readMemberships(session: Session): Promise<Map<number, Membership>> {
  const found = new Map<number, Membership>()
  for (const [ifIndex, { vlan }] of await readTable(session, access))
    if (vlan !== null)
      found.set(Number(ifIndex), { native: vlan, isKnown: true, isWhole: true, tagged: new Set() })
  const { rows, whole } = await readWhole(session, trunks)
  let beyond = 0
  for (const [ifIndex, row] of rows) {
    if (row.status !== 'trunking') continue
    const lists = [row.vlans0, row.vlans1, row.vlans2, row.vlans3]
    const { ids: carried, isWhole, beyond: more } = vlansOfLists(lists, 1024)
    beyond += more
    const enabled = new Set(carried)
    const native = row.native !== null && enabled.has(row.native) ? row.native : null
    const isKnown = whole || row.native !== null
    const tagged = new Set(carried.filter(id => id !== native))
    found.set(Number(ifIndex), { native, isKnown, isWhole, tagged })
  }
  reportPortless(session, trunks.vlans0.oid, beyond)
  return found
}

const portsIn = (id: number, ports: readonly (readonly [Interface, Membership])[]) => {
  const untagged = ports.filter(([, { native }]) => native === id).map(([one]) => refOf(one))
  const carrying = ports.filter(([, member]) => member.tagged.has(id))
  const tagged = carrying.map(([one]) => refOf(one))
  const isKnown = carrying.every(([, member]) => member.isKnown)
  const isWhole = ports.every(([, member]) => member.isWhole)
  // While a list of a trunk is not known, nothing proves that a VLAN has no port.
  const proven = (list: InterfaceRef[]) => (list.length > 0 || isWhole ? list : null)
  return {
    egress: proven([...untagged, ...tagged].toSorted((a, b) => a.id - b.id)),
    untagged: isKnown ? proven(untagged) : null,
    tagged: isKnown ? proven(tagged) : null,
    forbidden: null,
  }
}

/** IOS keeps these ids for FDDI and Token Ring, whether or not it tells the type. */
const isReserved = (id: number): boolean => id >= 1002 && id <= 1005

/** VLANs of the device without those of FDDI and Token Ring. */
async function readVtpVlans(session: Session): Promise<ResultOf<typeof vlans>> {
  const listed = [...(await readTable(session, vtpVlans))].map(([index, row]) => ({
    id: Number(index.split('.').at(-1)),
    ...row,
  }))
  const members = await readMemberships(session)
  const ports = (await session.call(interfacesList, {})).flatMap(one => {
    const member = one.if_index === null ? undefined : members.get(one.if_index)
    return member ? [[one, member] as const] : []
  })
  const known = new Set(listed.map(({ id }) => id))
  // A port can be in a VLAN that does not exist on the device.
  const unlisted = new Set(
    [...members.values()].flatMap(({ native }) => (native === null || known.has(native) ? [] : [native])),
  )
  return [...listed, ...Array.from(unlisted, id => ({ id, name: null, type: null }))]
    .filter(({ id, type }) => id >= 1 && id <= 4094 && (type === null ? !isReserved(id) : type === 1))
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name }) => ({ id, name, status: null, ports: ports.length > 0 ? portsIn(id, ports) : null }))
}

/**
 * vlans, vlans_by_port and pvid from CISCO-VTP-MIB and CISCO-VLAN-MEMBERSHIP-MIB, because these agents do not
 * have Q-BRIDGE-MIB.
 */
export const vtp = (): Implementation[] => [
  implement(vlans, async (session, args) => {
    const wanted = vlanIdsOf(args.vlan_id)
    return (await readVtpVlans(session)).filter(({ id }) => !wanted || wanted.has(id))
  }),
  vlansByPortOf(),
  implement(pvid, async (session, args) => {
    const members = await readMemberships(session)
    return (await interfacesFor(session, args.interface)).flatMap(one => {
      const member = one.if_index === null ? undefined : members.get(one.if_index)
      return member ? [{ interface: refOf(one), pvid: member.native }] : []
    })
  }),
]
