import { dice, type Dice } from './random.ts'

/** A device of the drawing. `hub`: it is not in the inventory, and has no management. */
export interface Node {
  kind: 'router' | 'switch' | 'olt' | 'hub'
  area: number
  ports: number
  /** Stations by port: their numbers. */
  stations: [port: number, station: number][]
  /** It neither tells nor reads LLDP. */
  mute: boolean
  /** It passes LLDP on: what some devices do that do not speak it. */
  passes: boolean
}

/** A cable. `blocked`: spanning tree has closed it, in the VLANs of management. */
export interface Edge {
  a: number
  aPort: number
  b: number
  bPort: number
  blocked: boolean
  /** Closed for customers instead: in this ring, their VLAN has a tree of its own. */
  blockedForCustomers: boolean
  /** Members of an aggregate: the number of the aggregate on both sides, from 900 on. */
  aggregate: { a: number; b: number } | null
}

export interface Drawing {
  nodes: Node[]
  edges: Edge[]
  stations: number
  /** The router is in the inventory. */
  routerKnown: boolean
}

const mostInArea = 50

/** Draws a provider's network of so many devices: router, core, areas of trees, rings, hubs and OLTs. */
export function draw(seed: number, devices: number): Drawing {
  const roll = dice(seed)
  const drawing: Drawing = { nodes: [], edges: [], stations: 0, routerKnown: roll.chance(0.6) }
  const pen = penOf(drawing, roll)
  const router = pen.node('router', 0)
  const core = pen.node('switch', 0)
  pen.join(router, core)
  const second = devices > 200 ? pen.node('switch', 0) : core
  if (second !== core) pen.aggregate(core, second)
  for (let port = 0; port < 3; port++) pen.station(core)
  for (let area = 1; pen.managed() < devices; area++) {
    const top = pen.node('switch', area)
    const above = roll.pick([core, second])
    if (roll.chance(0.5)) pen.aggregate(above, top)
    else pen.join(above, top)
    const until = Math.min(devices, pen.managed() + roll.between(mostInArea / 2, mostInArea))
    const places = [top]
    while (pen.managed() < until) shape(pen, roll, places, area)
  }
  return drawing
}

type Pen = ReturnType<typeof penOf>

function penOf(drawing: Drawing, roll: Dice) {
  const { nodes, edges } = drawing
  const port = (at: number) => ++nodes[at]!.ports
  const aggregates = new Map<number, number>()
  let count = 0
  const join = (a: number, b: number, aggregate: Edge['aggregate'] = null): Edge => {
    const edge = {
      a,
      aPort: port(a),
      b,
      bPort: port(b),
      blocked: false,
      blockedForCustomers: false,
      aggregate,
    }
    edges.push(edge)
    return edge
  }
  const next = (at: number) => {
    const number = (aggregates.get(at) ?? 899) + 1
    aggregates.set(at, number)
    return number
  }
  return {
    join,
    node(kind: Node['kind'], area: number): number {
      const mute = kind === 'hub' || roll.chance(kind === 'olt' ? 0.5 : 0.04)
      if (kind !== 'hub') count++
      const passes = (kind === 'hub' || mute) && roll.chance(0.5)
      return nodes.push({ kind, area, ports: 0, stations: [], mute, passes }) - 1
    },
    aggregate(a: number, b: number): void {
      const both = { a: next(a), b: next(b) }
      for (let member = roll.between(2, 3); member > 0; member--) join(a, b, both)
    },
    station(at: number, on = port(at)): void {
      nodes[at]!.stations.push([on, drawing.stations++])
    },
    managed: () => count,
  }
}

function access(pen: Pen, roll: Dice, area: number): number {
  const at = pen.node('switch', area)
  for (let left = roll.between(2, 20); left > 0; left--) pen.station(at)
  return at
}

/** Adds one piece of an area below one of its devices. */
function shape(pen: Pen, roll: Dice, places: number[], area: number): void {
  const at = roll.pick(places.slice(-6))
  const kind = roll.next()
  if (kind < 0.45) {
    const leaf = access(pen, roll, area)
    pen.join(at, leaf)
    if (roll.chance(0.05)) Object.assign(pen.join(at, leaf), { blocked: true, blockedForCustomers: true })
    places.push(leaf)
  } else if (kind < 0.6) ring(pen, roll, { at, area })
  else if (kind < 0.75) {
    const hub = pen.node('hub', area)
    pen.join(at, hub)
    for (let left = roll.between(1, 3); left > 0; left--) pen.join(hub, access(pen, roll, area))
    for (let left = roll.between(0, 4); left > 0; left--) pen.station(hub)
  } else if (kind < 0.85) {
    const olt = pen.node('olt', area)
    pen.join(at, olt)
    for (let onu = roll.between(6, 30); onu > 0; onu--)
      if (roll.chance(0.2)) pen.join(olt, access(pen, roll, area))
      else pen.station(olt)
  } else if (kind < 0.93) {
    const leaf = access(pen, roll, area)
    pen.aggregate(at, leaf)
    places.push(leaf)
  } else {
    let above = at
    for (let left = roll.between(2, 5); left > 0; left--) {
      const leaf = access(pen, roll, area)
      pen.join(above, leaf)
      above = leaf
    }
  }
}

function ring(pen: Pen, roll: Dice, { at, area }: { at: number; area: number }): void {
  const ports: Edge[] = []
  let above = at
  for (let left = roll.between(2, 6); left > 0; left--) {
    const leaf = access(pen, roll, area)
    ports.push(pen.join(above, leaf))
    above = leaf
  }
  ports.push(pen.join(above, at))
  const closed = roll.pick(ports)
  closed.blocked = true
  const own = roll.chance(0.1)
  ;(own ? roll.pick(ports) : closed).blockedForCustomers = true
}
