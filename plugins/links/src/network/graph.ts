/** A link as the graph knows it: `a` is nearer to the gateway, if `directed`. */
export interface Edge {
  id: number
  a: number
  b: number
  a_port: number | null
  b_port: number | null
  directed: boolean
}

/** How devices hang together. Rings, several uplinks and several links between two devices are allowed. */
export interface Network {
  /** Links by device, in the order of their ids. */
  at: ReadonlyMap<number, readonly Edge[]>
  /** Where ways to the outside end: one device or more in each connected part. */
  roots: ReadonlySet<number>
  /** Number of links to the nearest root. */
  level: ReadonlyMap<number, number>
  /** The first link of a shortest way to a root; roots have none. */
  parent: ReadonlyMap<number, Edge>
  /** All devices with links, roots first, each after its parent. */
  order: readonly number[]
}

export const otherEnd = ({ a, b }: Edge, device: number): number => (a === device ? b : a)

export function adjacency(edges: readonly Edge[]): Map<number, Edge[]> {
  const at = new Map<number, Edge[]>()
  const add = (device: number, edge: Edge) => {
    const known = at.get(device)
    if (known) known.push(edge)
    else at.set(device, [edge])
  }
  for (const edge of edges.toSorted((one, two) => one.id - two.id)) {
    add(edge.a, edge)
    add(edge.b, edge)
  }
  return at
}

export interface Ways {
  level: Map<number, number>
  parent: Map<number, Edge>
  order: number[]
}

/**
 * Shortest ways from all of `from`, without what is `closed`: each device and each link is looked at once.
 */
export function waysFrom(
  at: ReadonlyMap<number, readonly Edge[]>,
  from: Iterable<number>,
  closed: (device: number, edge: Edge | null) => boolean = () => false,
): Ways {
  const ways: Ways = { level: new Map(), parent: new Map(), order: [] }
  for (const root of from)
    if (!closed(root, null) && !ways.level.has(root)) {
      ways.level.set(root, 0)
      ways.order.push(root)
    }
  // `order` is its own queue.
  for (const device of ways.order)
    for (const edge of at.get(device) ?? []) {
      const next = otherEnd(edge, device)
      if (ways.level.has(next) || closed(next, edge)) continue
      ways.level.set(next, ways.level.get(device)! + 1)
      ways.parent.set(next, edge)
      ways.order.push(next)
    }
  return ways
}

/** The likeliest top of a part without a known root: nothing is above it, then the most links. */
function topOf(at: ReadonlyMap<number, readonly Edge[]>, part: readonly number[]): number {
  const rank = (device: number): [number, number] => {
    const edges = at.get(device)!
    const above = edges.filter(({ directed, b }) => directed && b === device).length
    const below = edges.filter(({ directed, a }) => directed && a === device).length
    return [above === 0 && below > 0 ? 1 : 0, edges.length]
  }
  return part.reduce((best, device) => {
    const [one, two] = [rank(device), rank(best)]
    const better = one[0] - two[0] || one[1] - two[1] || best - device
    return better > 0 ? device : best
  })
}

/** Makes a network of links. `roots` that have no link are left out. */
export function networkOf(edges: readonly Edge[], roots: readonly number[]): Network {
  const at = adjacency(edges)
  const known = new Set(roots.filter(device => at.has(device)))
  const reached = new Set(waysFrom(at, known).order)
  for (const device of [...at.keys()].toSorted((a, b) => a - b)) {
    if (reached.has(device)) continue
    const part = waysFrom(at, [device]).order
    for (const one of part) reached.add(one)
    known.add(topOf(at, part))
  }
  const sorted = [...known].toSorted((a, b) => a - b)
  return { at, roots: known, ...waysFrom(at, sorted) }
}
