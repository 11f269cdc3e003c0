import type {
  ArpRow,
  Learnt,
  Neighbour,
  Scene,
  SceneDevice,
  SceneInterface,
} from '../../plugins/links/src/discovery/scene.ts'
import { draw, type Drawing } from './drawing.ts'
import { dice, type Dice } from './random.ts'
import { idOf, macOfDevice, macText, portMac, portText, styleOf, tellNeighbours, type Style } from './told.ts'
import { runTraffic, stationBase, virtualGateway } from './traffic.ts'

/** What is missing in what the devices tell, as shares. */
export interface Losses {
  neighbours: number
  learnt: number
}

export interface Drawn {
  drawing: Drawing
  scene: Scene
  /** Nodes that nobody can see: no FDB, no LLDP, no known address. */
  dark: ReadonlySet<number>
}

type Fdb = SceneDevice['fdb'] | 'silently part'

export function drawScene(seed: number, devices: number, losses: Losses): Drawn {
  const drawing = draw(seed, devices)
  const roll = dice(seed * 31 + 7)
  const places = new Int32Array(drawing.nodes.length).fill(-1)
  const style = drawing.nodes.map(() => styleOf(roll))
  const fdb = drawing.nodes.map(({ kind }): Fdb => {
    const share = roll.next()
    return kind === 'router' || share < 0.03
      ? 'none'
      : share < 0.06
        ? 'part'
        : share < 0.08
          ? 'silently part'
          : 'whole'
  })
  const found: SceneDevice[] = []
  const arp: ArpRow[] = []
  for (const [node, { kind }] of drawing.nodes.entries()) {
    if (kind === 'hub' || (kind === 'router' && !drawing.routerKnown)) continue
    places[node] = found.length
    const told = roll.chance(0.97)
    const inArp = drawing.routerKnown && roll.chance(0.9)
    if (inArp) arp.push({ device: 1, ip: ipOf(node), mac: macOfDevice(node) })
    found.push(deviceOf(drawing, node, { style: style[node]!, roll, told, fdb: fdb[node]! }))
  }
  const neighbours = tellNeighbours({ drawing, devices: found, places, style, roll })
  const learnt = learn(drawing, places, { roll, fdb, loss: losses.learnt })
  const left = lose(neighbours, losses.neighbours, roll)
  const roots = drawing.routerKnown && roll.chance(0.5) ? [1] : []
  const scene = { devices: found, neighbours: left, learnt, arp, roots }
  return { drawing, dark: darkOf(scene), scene }
}

/** Devices that nobody can see: no table of them, none that has an address of theirs, nothing of neighbours. */
function darkOf({ devices, neighbours, learnt, arp }: Scene & { learnt: readonly Learnt[] }): Set<number> {
  const seen = new Set([...learnt, ...neighbours].map(({ device }) => device))
  const macs = new Set(learnt.map(({ mac }) => mac))
  const known = new Set(arp.map(({ mac }) => mac))
  const told = new Set(neighbours.flatMap(({ chassis, name, address }) => [chassis, name, address]))
  const dark = devices.filter(({ id, macs: own, names, ips }) => {
    const mac = macOfDevice(id - 1)
    if (seen.has(id) || (macs.has(mac) && (own.length > 0 || known.has(mac)))) return false
    return ![mac, ...names, ...ips].some(text => told.has(text))
  })
  return new Set(dark.map(({ id }) => id - 1))
}

const ipOf = (node: number): string => `10.${node >> 16}.${(node >> 8) & 255}.${node & 255}`

interface Making {
  style: Style
  roll: Dice
  /** It tells its addresses. */
  told: boolean
  fdb: Fdb
}

function deviceOf(drawing: Drawing, node: number, { style, roll, told, fdb }: Making): SceneDevice {
  const { kind, ports, stations } = drawing.nodes[node]!
  const down = new Set(stations.map(([port]) => port))
  const memberOf = new Map<number, number>()
  for (const { a, aPort, b, bPort, aggregate } of drawing.edges) {
    if (aggregate && a === node) memberOf.set(aPort, aggregate.a)
    if (aggregate && b === node) memberOf.set(bPort, aggregate.b)
    if (kind === 'olt' && a === node) down.add(aPort)
  }
  const numbers = [...Array.from({ length: ports }, (_, at) => at + 1), 80, 90, ...new Set(memberOf.values())]
  const interfaces = numbers.map((port): SceneInterface => {
    const aggregate = memberOf.get(port)
    return {
      id: idOf(node, port),
      name:
        style === 'short'
          ? port >= 900
            ? `Port-channel${port - 899}`
            : `GigabitEthernet0/${port}`
          : `port ${port}`,
      names: style === 'alias' ? [portText(style, node, port)] : [],
      announced: style === 'local' ? `${port}` : null,
      index: 1000 + port,
      mac: style === 'mac' ? portMac(node, port) : null,
      aggregate: aggregate === undefined ? null : idOf(node, aggregate),
      up: true,
      kind: port >= 900 ? 'aggregate' : kind === 'olt' && down.has(port) ? 'onu' : 'port',
    }
  })
  return {
    id: node + 1,
    name: `d${node}`,
    names: [roll.chance(0.03) ? 'switch' : `sw-${node}.example.net`],
    ips: [ipOf(node)],
    macs: told ? [macOfDevice(node)] : [],
    interfaces,
    fdb: fdb === 'silently part' ? 'whole' : fdb,
  }
}

/** Runs the traffic, and takes away what is not told: half of some tables by port or by address, and rows. */
function learn(
  drawing: Drawing,
  places: Int32Array,
  { roll, fdb, loss }: { roll: Dice; fdb: readonly Fdb[]; loss: number },
): Learnt[] {
  const tables = drawing.nodes.map(() => new Map<number, number>())
  runTraffic(drawing, roll, (node, port, source, vlan) => {
    if (places[node]! < 0 || fdb[node] === 'none') return
    tables[node]!.set(source * 8192 + vlan, port)
  })
  const all: Learnt[] = []
  for (const [node, table] of tables.entries()) {
    if (table.size === 0) continue
    const rows = [...table].map(([key, port]): Learnt => {
      const source = Math.floor(key / 8192)
      return { device: node + 1, interface: idOf(node, port), mac: sourceMac(source), vlan: key % 8192 }
    })
    for (const row of halved(rows, fdb[node]!, roll)) if (!roll.chance(loss)) all.push(row)
  }
  return all
}

const sourceMac = (source: number): string =>
  source === virtualGateway
    ? '00:00:5E:00:01:01'
    : source >= stationBase
      ? macText(0x2c0000000000 + source - stationBase)
      : macOfDevice(source)

function halved(rows: Learnt[], fdb: Fdb, roll: Dice): Learnt[] {
  if (fdb !== 'part' && fdb !== 'silently part') return rows
  const byPort = roll.chance(0.5)
  const sorted = rows.toSorted((a, b) =>
    byPort ? a.interface - b.interface : a.mac < b.mac ? -1 : a.mac > b.mac ? 1 : 0,
  )
  return sorted.slice(0, Math.ceil(sorted.length * roll.pick([0.3, 0.5, 0.7])))
}

/** Half of what is lost are whole devices that tell none, half single rows. */
function lose(rows: readonly Neighbour[], share: number, roll: Dice): Neighbour[] {
  if (share >= 1) return []
  const devices = new Set(rows.map(({ device }) => device))
  const silent = new Set([...devices].filter(() => roll.chance(share / 2)))
  return rows.filter(({ device }) => !silent.has(device) && !roll.chance(share / 2))
}
