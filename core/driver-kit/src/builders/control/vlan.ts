import { encodeText } from '../../texts/index.ts'
import type { Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import { portList, portsOf } from '../../codecs/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import { ctrlVlanPort, ctrlVlanState, oneVlanId, vlans, type Interface } from '../../modules/index.ts'
import { octets, readRows, table } from '../../table/index.ts'
import { bridgePortOf, type BridgePortOptions } from '../bridge-ports.ts'
import { gaugeTo, integerTo, octetsTo, written, type Act } from './act.ts'
import { change } from './confirm.ts'
import { portFor } from './port.ts'

/** How a port is a member of a VLAN: with or without the tag (IEEE 802.1Q) in the frames that it sends. */
export type Tagging = 'tagged' | 'untagged'

/** Changes of VLANs in a family. It does not support absent changes. */
export interface VlanControl {
  create?: Act<[id: number, name: string]>
  remove?: Act<[id: number]>
  add?: Act<[id: number, one: Interface, how: Tagging]>
  /** Receives the current tagging of the port in the VLAN. */
  drop?: Act<[id: number, one: Interface, how: Tagging]>
}

const staticVlan = '1.3.6.1.2.1.17.7.1.4.3.1'
const members = table({ egress: octets(`${staticVlan}.2`), untagged: octets(`${staticVlan}.4`) })
const pvidColumn = '1.3.6.1.2.1.17.7.1.4.5.1.1'
const RowStatus = { createAndGo: 4, destroy: 6 } as const

async function membersOf(session: Session, id: number) {
  const row = (await readRows(session, members, [String(id)])).get(String(id))
  if (!row)
    throw new DeviceError('BadArgument', `The device has no VLAN ${id}: create it first`, { argument: 'id' })
  return { egress: row.egress ?? Buffer.alloc(0), untagged: row.untagged ?? Buffer.alloc(0) }
}

/** A PortList with this port or without it, as long as it was: some agents refuse another length. */
const having = (list: Buffer, port: number, has: boolean) =>
  portList([...portsOf(list).filter(other => other !== port), ...(has ? [port] : [])], list.length)

/** dot1qVlanStaticTable and dot1qPvid (Q-BRIDGE-MIB, RFC 4363). */
export const qBridgeControl = (options: BridgePortOptions = {}): Required<VlanControl> => ({
  create: written((id, name) => [
    octetsTo(`${staticVlan}.1.${id}`, encodeText(name, 'name')),
    integerTo(`${staticVlan}.5.${id}`, RowStatus.createAndGo),
  ]),
  remove: written(id => [integerTo(`${staticVlan}.5.${id}`, RowStatus.destroy)]),
  async add(session, id, one, how) {
    const { egress, untagged } = await membersOf(session, id)
    const port = await bridgePortOf(session, one, options)
    const lists = written(() => [
      octetsTo(`${staticVlan}.2.${id}`, having(egress, port, true)),
      octetsTo(`${staticVlan}.4.${id}`, having(untagged, port, how === 'untagged')),
    ])
    const evidence = await lists(session)
    // In a separate SET: some agents refuse a PVID if the same request sets its membership.
    if (how === 'untagged')
      return `${evidence}, ${await written(() => [gaugeTo(`${pvidColumn}.${port}`, id)])(session)}`
    return evidence
  },
  async drop(session, id, one) {
    const { egress, untagged } = await membersOf(session, id)
    const port = await bridgePortOf(session, one, options)
    return written(() => [
      octetsTo(`${staticVlan}.4.${id}`, having(untagged, port, false)),
      octetsTo(`${staticVlan}.2.${id}`, having(egress, port, false)),
    ])(session)
  },
})

const readVlan = async (session: Session, id: number) =>
  (await session.call(vlans, { vlan_id: id }, { again: true }))[0]

type Membership = Tagging | 'absent'
async function membershipOf(session: Session, id: number, one: Interface): Promise<Membership | null> {
  const vlan = await readVlan(session, id)
  if (!vlan) return 'absent'
  const is = (list: readonly { id: number }[] | null | undefined) =>
    list?.some(other => other.id === one.id) ?? false
  if (!vlan.ports || vlan.ports.egress === null) return null
  return is(vlan.ports.untagged) ? 'untagged' : is(vlan.ports.egress) ? 'tagged' : 'absent'
}

const unable = (what: string) => new DeviceError('Unsupported', `This model cannot ${what} through Linecard`)

/** ctrl_vlan_state and ctrl_vlan_port, read back by the family's own `vlans`. */
export const vlanControl = ({ create, remove, add, drop }: VlanControl): Implementation[] => [
  ...(create || remove
    ? [
        change(ctrlVlanState, async (session, { id: asked, name, action }) => {
          const id = oneVlanId(asked)
          const act =
            action === 'create'
              ? create && (() => create(session, id, name ?? `VLAN${id}`))
              : remove && (() => remove(session, id))
          if (!act) throw unable(`${action} VLANs`)
          if (action === 'delete' && id === 1)
            throw new DeviceError('BadArgument', 'VLAN 1 cannot be deleted', { argument: 'id' })
          return {
            async before() {
              // Most devices accept it and rename the VLAN, which other ports may use.
              const there = action === 'create' ? await readVlan(session, id) : undefined
              if (!there) return null
              throw new DeviceError(
                'Conflict',
                `VLAN ${id} exists already (${there.name ?? 'without a name'})`,
              )
            },
            act,
            what: `VLAN ${id}`,
            read: async () => ((await readVlan(session, id)) ? 'there' : 'absent'),
            wanted: now => now === (action === 'create' ? 'there' : 'absent'),
          }
        }),
      ]
    : []),
  ...(add || drop
    ? [
        change(
          ctrlVlanPort,
          async (session, { id: asked, interface: wanted, type: how = 'tagged', action }) => {
            const id = oneVlanId(asked)
            const one = await portFor(session, wanted)
            let present: Tagging = how
            const act =
              action === 'add'
                ? add && (() => add(session, id, one, how))
                : drop && (() => drop(session, id, one, present))
            if (!act) throw unable(`${action} members of VLANs`)
            return {
              async before() {
                const before = action === 'delete' ? await membershipOf(session, id, one) : null
                if (before === 'absent')
                  return { accepted: true, evidence: `${one.name} is not in VLAN ${id}`, verified: true }
                present = before ?? how
                return null
              },
              act,
              what: `${one.name} in VLAN ${id}`,
              read: () => membershipOf(session, id, one),
              wanted: (now: Membership) => now === (action === 'add' ? how : 'absent'),
            }
          },
        ),
      ]
    : []),
]
