import { Status } from '../../pdu.ts'
import { type Part, type Write, gauge, int, octets, scalars, table, text, ticks } from '../columns.ts'
import type { Refusal, SwitchControl } from '../control.ts'
import type { RowMaker } from '../mib.ts'
import { type Port, isMember } from '../port.ts'
import { type Station, learnt } from '../stations.ts'
import { macIndex, portList } from '../values.ts'

export interface Vlan {
  id: number
  name: string
}
export interface Bridge {
  mac: Buffer
  ports: readonly Port[]
  vlans: readonly Vlan[]
  stations: readonly Station[]
  /** Where VLANs may be made and changed. */ control?: SwitchControl
}

const members = ({ ports }: Bridge, vlan: number) =>
  ports.filter(port => port.bridgePort && isMember(port, vlan))
const listOf = (ports: readonly Port[], of: Bridge) =>
  portList(
    ports.map(port => port.bridgePort!),
    Math.max(32, ...of.ports.map(port => port.bridgePort ?? 0)),
  )

/** BRIDGE-MIB (RFC 4188): the bridge's ports and its FDB without VLANs. */
export const bridge = (of: Bridge): Part =>
  function* (moment) {
    yield* scalars(moment, '1.3.6.1.2.1.17.1', {
      1: octets(() => of.mac),
      2: int(() => of.ports.length),
      3: int(() => 2),
    })
    const inBridge = of.ports.filter(port => port.bridgePort)
    yield* table(
      moment,
      '1.3.6.1.2.1.17.1.4.1',
      inBridge.map(port => [port.bridgePort!, port] as const),
      { 1: int(port => port.bridgePort!), 2: int(port => port.ifIndex) },
    )
    yield* scalars(moment, '1.3.6.1.2.1.17.4', { 2: int(() => 300) })
  }

/** Rows of the FDB now, the bridge's own address among them. */
export const fdbRows = (of: Bridge, moment: Parameters<Part>[0]) => [
  ...learnt(of.stations, moment).map(station => ({
    mac: station.mac,
    vlan: station.vlan,
    port: station.port.bridgePort!,
    status: 3,
  })),
  { mac: of.mac, vlan: of.vlans[0]!.id, port: 0, status: 4 },
]

/**
 * The FDB of BRIDGE-MIB and of Q-BRIDGE-MIB (the FDB id is the VLAN's). Its own part because its rows come
 * and go.
 */
export const fdb = (of: Bridge): Part =>
  function* (moment) {
    const rows = fdbRows(of, moment)
    yield* table(
      moment,
      '1.3.6.1.2.1.17.4.3.1',
      rows.map(row => [macIndex(row.mac), row] as const),
      { 1: octets(row => row.mac), 2: int(row => row.port), 3: int(row => row.status) },
    )
    yield* table(
      moment,
      '1.3.6.1.2.1.17.7.1.2.2.1',
      rows.map(row => [`${row.vlan}.${macIndex(row.mac)}`, row] as const),
      { 2: int(row => row.port), 3: int(row => row.status) },
    )
  }

/** The FDB of an agent with one context a VLAN: BRIDGE-MIB shows that and nothing else. */
export const fdbOfVlan = (of: Bridge, vlan: number): Part =>
  function* (moment) {
    const rows = fdbRows(of, moment).filter(row => row.vlan === vlan)
    yield* table(
      moment,
      '1.3.6.1.2.1.17.4.3.1',
      rows.map(row => [macIndex(row.mac), row] as const),
      { 1: octets(row => row.mac), 2: int(row => row.port), 3: int(row => row.status) },
    )
  }

/** dot1qPvid alone: who is in the VLAN stays as it is (RFC 4363). */
const setPvid: Write<Port> = (port, value) => {
  if (typeof value !== 'number' || value < 1 || value > 4094) return Status.wrongValue
  port.pvid = value
  return 0
}

const statusOf = (refusal: Refusal | null): number =>
  refusal === null ? 0 : refusal === 'VLAN id out of range' ? Status.wrongValue : Status.inconsistentValue

/** Ports of a PortList; undefined where it names one that is not there. */
function portsIn(list: unknown, { ports }: Bridge): Port[] | undefined {
  if (!Buffer.isBuffer(list)) return undefined
  const numbers = [...list].flatMap((octet, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter(bit => octet & (0x80 >> bit)).map(bit => at * 8 + bit + 1),
  )
  const found = numbers.map(number => ports.find(port => port.bridgePort === number))
  return found.every(port => port !== undefined) ? found : undefined
}

/** What a SET of the static VLAN table does. */
function staticVlan(
  of: Bridge,
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
    // RowStatus: 1 active (which it is), 6 destroy.
    status: ({ id }, value) =>
      value === 6 ? statusOf(control.deleteVlan(id)) : value === 1 ? 0 : Status.inconsistentValue,
  }
}

/** Q-BRIDGE-MIB VLANs (RFC 4363): static and current tables, PVID. */
export const vlans = (of: Bridge): Part =>
  function* (moment) {
    moment.expires(Infinity)
    const write = staticVlan(of)
    const all = of.control?.vlans ?? of.vlans
    yield* scalars(moment, '1.3.6.1.2.1.17.7.1.1', {
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
      moment,
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
      moment,
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
      moment,
      '1.3.6.1.2.1.17.7.1.4.5.1',
      inBridge.map(port => [port.bridgePort!, port] as const),
      { 1: gauge(port => port.pvid, setPvid), 2: int(() => 1), 3: int(() => 2), 4: int(() => 2) },
    )
  }

/** dot1qVlanStaticRowStatus: 4 createAndGo, 5 createAndWait, of which the row is as active at once. */
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
