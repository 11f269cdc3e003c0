import { Status } from '../../snmp/pdu.ts'
import { type Subtree, type Write, gauge, int, octets, scalars, table, text, ticks } from '../columns.ts'
import { type Port, isMember } from '../port.ts'
import type { RowMaker } from '../simulated-mib.ts'
import type { SwitchControl } from '../switch-control.ts'
import type { BridgeState } from '../switch-state.ts'
import { portList } from '../values.ts'
import type { Refusal } from '../vlan-configuration.ts'
import type { Vlan } from '../vlan.ts'

const members = ({ ports }: BridgeState, vlan: number) =>
  ports.filter(port => port.bridgePort && isMember(port, vlan))
const listOf = (ports: readonly Port[], of: BridgeState) =>
  portList(
    ports.map(port => port.bridgePort!),
    Math.max(32, ...of.ports.map(port => port.bridgePort ?? 0)),
  )

/** Changes dot1qPvid only. The membership of the VLAN stays as it is (RFC 4363). */
const setPvid: Write<Port> = (port, value) => {
  if (typeof value !== 'number' || value < 1 || value > 4094) return Status.wrongValue
  port.pvid = value
  return 0
}

const statusOf = (refusal: Refusal | null): number =>
  refusal === null ? 0 : refusal === 'VLAN id out of range' ? Status.wrongValue : Status.inconsistentValue

/** The ports of a PortList. Undefined if one of them does not exist. */
function portsIn(list: unknown, { ports }: BridgeState): Port[] | undefined {
  if (!Buffer.isBuffer(list)) return undefined
  const numbers = [...list].flatMap((octet, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter(bit => octet & (0x80 >> bit)).map(bit => at * 8 + bit + 1),
  )
  const found = numbers.map(number => ports.find(port => port.bridgePort === number))
  return found.every(port => port !== undefined) ? found : undefined
}

/** What a SET of dot1qVlanStaticTable changes. Undefined if VLANs cannot be changed. */
function staticVlan(
  of: BridgeState,
): { name: Write<Vlan>; egress: Write<Vlan>; untagged: Write<Vlan>; status: Write<Vlan> } | undefined {
  const { control } = of
  if (!control) return undefined
  return {
    name: (vlan, value) =>
      Buffer.isBuffer(value) && value.length <= 32
        ? statusOf(control.renameVlan(vlan.id, value.toString()))
        : Status.wrongValue,
    egress({ id }, value) {
      const wanted = portsIn(value, of)
      if (!wanted) return Status.inconsistentValue
      for (const port of members(of, id)) if (!wanted.includes(port)) control.leave(port, id)
      for (const port of wanted) if (!isMember(port, id)) control.join(port, id, 'tagged')
      return 0
    },
    untagged({ id }, value) {
      const wanted = portsIn(value, of)
      const inside = members(of, id)
      if (!wanted?.every(port => inside.includes(port))) return Status.inconsistentValue
      for (const port of inside) {
        const refusal =
          wanted.includes(port) === port.untagged.includes(id)
            ? null
            : control.join(port, id, wanted.includes(port) ? 'untagged' : 'tagged')
        if (refusal) return statusOf(refusal)
      }
      return 0
    },
    // RowStatus (RFC 2579): 1 active, which the row is already; 6 destroy.
    status: ({ id }, value) =>
      value === 6 ? statusOf(control.deleteVlan(id)) : value === 1 ? 0 : Status.inconsistentValue,
  }
}

/** Q-BRIDGE-MIB VLANs (RFC 4363): static and current tables, PVID. */
export const vlans = (of: BridgeState): Subtree =>
  function* (listing) {
    listing.expires(Infinity)
    const write = staticVlan(of)
    const all = of.control?.vlans ?? of.vlans
    yield* scalars(listing, '1.3.6.1.2.1.17.7.1.1', {
      1: int(() => 1),
      2: int(() => 4094),
      3: gauge(() => 4094),
      4: gauge(() => (of.control?.vlans ?? of.vlans).length),
      5: int(() => 2),
    })
    const egressOf = (vlan: Vlan) => listOf(members(of, vlan.id), of)
    const untaggedOf = (vlan: Vlan) =>
      listOf(
        members(of, vlan.id).filter(port => port.untagged.includes(vlan.id)),
        of,
      )
    yield* table(
      listing,
      '1.3.6.1.2.1.17.7.1.4.2.1',
      all.map(vlan => [`0.${vlan.id}`, vlan] as const),
      {
        3: gauge(vlan => vlan.id),
        4: octets(egressOf),
        5: octets(untaggedOf),
        6: int(() => 2),
        7: ticks(() => 0),
      },
    )
    yield* table(
      listing,
      '1.3.6.1.2.1.17.7.1.4.3.1',
      all.map(vlan => [vlan.id, vlan] as const),
      {
        1: text(vlan => vlan.name, write?.name),
        2: octets(egressOf, write?.egress),
        3: octets(() => listOf([], of)),
        4: octets(untaggedOf, write?.untagged),
        5: int(() => 1, write?.status),
      },
    )
    const inBridge = of.ports.filter(port => port.bridgePort)
    yield* table(
      listing,
      '1.3.6.1.2.1.17.7.1.4.5.1',
      inBridge.map(port => [port.bridgePort!, port] as const),
      { 1: gauge(port => port.pvid, setPvid), 2: int(() => 1), 3: int(() => 2), 4: int(() => 2) },
    )
  }

/**
 * Rows that a SET of dot1qVlanStaticRowStatus creates: 4 createAndGo, 5 createAndWait. Both make the row
 * active at once.
 */
export const vlanMaker = (control: SwitchControl): RowMaker => ({
  entry: '1.3.6.1.2.1.17.7.1.4.3.1',
  create: (column, id, value) =>
    column === 5 && (value === 4 || value === 5)
      ? {
          status: statusOf(control.createVlan(id)),
          undo: () => {
            control.deleteVlan(id)
          },
        }
      : undefined,
})
