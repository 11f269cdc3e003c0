import type { Drawing } from './drawing.ts'
import type { Dice } from './random.ts'

/** Sources of frames: nodes by their numbers, then stations from `stationBase` on. */
export const stationBase = 1_000_000
export const virtualGateway = 999_999

/** What a bridge has learnt: source, port, VLAN. */
export type Learn = (node: number, port: number, source: number, vlan: number) => void

/** The tree of one kind of VLAN: the way from each node up to the router. */
interface Ways {
  parent: Int32Array
  /** Own port towards the parent, and the parent's port. Aggregates are their numbers. */
  up: Int32Array
  down: Int32Array
}

function waysOf({ nodes, edges }: Drawing, customers: boolean): Ways {
  const at: { to: number; own: number; theirs: number }[][] = nodes.map(() => [])
  for (const { a, aPort, b, bPort, blocked, blockedForCustomers, aggregate } of edges) {
    if (customers ? blockedForCustomers : blocked) continue
    const [own, theirs] = aggregate ? [aggregate.a, aggregate.b] : [aPort, bPort]
    at[a]!.push({ to: b, own, theirs })
    at[b]!.push({ to: a, own: theirs, theirs: own })
  }
  const size = nodes.length
  const ways = { parent: new Int32Array(size).fill(-1), up: new Int32Array(size), down: new Int32Array(size) }
  const reached = new Uint8Array(size)
  reached[0] = 1
  for (let list = [0]; list.length > 0;) {
    const next: number[] = []
    for (const node of list)
      for (const { to, own, theirs } of at[node]!) {
        if (reached[to]) continue
        reached[to] = 1
        ways.parent[to] = node
        ways.up[to] = theirs
        ways.down[to] = own
        next.push(to)
      }
    list = next
  }
  return ways
}

/** How much of the traffic happens while the tables are read. */
export const habits = {
  managementTalks: 0.97,
  managementBroadcasts: 0.3,
  stationTalks: 0.85,
  stationBroadcasts: 0.12,
  neighboursTalk: 0.05,
  roams: 0.005,
}

/**
 * Fills the tables of all bridges: who talks with the gateway is learnt on the way up, and the gateway on the
 * way down; broadcasts reach every bridge of the VLAN, which is one area; some stations talk with each other.
 */
export function runTraffic(drawing: Drawing, roll: Dice, learn: Learn): void {
  const { nodes } = drawing
  const areas = new Map<number, number[]>()
  for (const [at, { area }] of nodes.entries()) areas.set(area, [...(areas.get(area) ?? []), at])
  const both = [waysOf(drawing, false), waysOf(drawing, true)] as const
  const climb = (ways: Ways, node: number, port: number, source: number, vlan: number) => {
    for (let [at, from] = [node, port]; at > 0; from = ways.down[at]!, at = ways.parent[at]!) {
      learn(at, from, source, vlan)
      if (source !== 0) learn(at, ways.up[at]!, 0, vlan)
    }
  }
  const shout = (ways: Ways, node: number, source: number, vlan: number) => {
    const way = new Set<number>()
    for (let at = node; at >= 0; at = ways.parent[at]!) way.add(at)
    for (const at of areas.get(nodes[node]!.area)!)
      if (!way.has(at) && at !== 0) learn(at, ways.up[at]!, source, vlan)
  }
  for (const [at, { area, kind, stations }] of nodes.entries()) {
    if (at === 0) continue
    const [ways, customers] = both
    if (kind !== 'hub') {
      const vlan = 3000 + area
      const from = ways.parent[at]!
      if (roll.chance(habits.managementTalks)) {
        learn(at, ways.up[at]!, 0, vlan)
        climb(ways, from, ways.down[at]!, at, vlan)
      }
      if (roll.chance(habits.managementBroadcasts)) {
        climb(ways, from, ways.down[at]!, at, vlan)
        shout(ways, at, at, vlan)
      }
    }
    const vlan = 100 + area
    let before = -1
    for (const [port, station] of stations) {
      const source = stationBase + station
      if (roll.chance(habits.stationTalks)) climb(customers, at, port, source, vlan)
      if (roll.chance(0.02)) learn(at, customers.up[at]!, virtualGateway, vlan)
      if (roll.chance(habits.stationBroadcasts)) {
        climb(customers, at, port, source, vlan)
        shout(customers, at, source, vlan)
      }
      if (roll.chance(habits.neighboursTalk) && before >= 0) {
        const other = roll.pick(areas.get(area)!)
        const peer = nodes[other]!.stations[0]
        if (peer) talk(customers, [at, port, source], [other, peer[0], stationBase + peer[1]], vlan, learn)
      }
      if (roll.chance(habits.roams)) climb(customers, roll.pick(areas.get(area)!), 90, source, vlan)
      before = station
    }
  }
}

type Spot = readonly [node: number, port: number, source: number]

/** Two stations talk: every bridge on the way between them learns both. */
function talk(ways: Ways, one: Spot, other: Spot, vlan: number, learn: Learn): void {
  const way = new Set<number>()
  for (let at = one[0]; at >= 0; at = ways.parent[at]!) way.add(at)
  let meet = other[0]
  while (!way.has(meet)) meet = ways.parent[meet]!
  for (const [spot, peer] of [
    [one, other],
    [other, one],
  ] as const)
    for (let [at, from] = [spot[0], spot[1]]; ; from = ways.down[at]!, at = ways.parent[at]!) {
      learn(at, from, spot[2], vlan)
      if (at === meet) break
      learn(at, ways.up[at]!, peer[2], vlan)
    }
}
