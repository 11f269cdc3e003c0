import type { FoundLink } from '../../plugins/links/src/discovery/found.ts'
import type { Drawn } from './scene.ts'
import { idOf } from './told.ts'

/** How found links compare with the drawing. */
export interface Score {
  /** Links said to be sure, and those of them that are not drawn. */
  sure: number
  falseSure: FoundLink[]
  /** Sure links said to be direct, with something unmanaged between. */
  unseen: number
  suggested: number
  falseSuggested: FoundLink[]
  /** Links that forward frames, and how many of them are surely found, or found at all. */
  drawn: number
  foundSure: number
  found: number
  /** The same of links that spanning tree has closed. */
  blocked: number
  blockedFound: number
}

type Spot = readonly [node: number, port: number]

/** Ends of every cable and of everything unmanaged: which ports see each other without a device between. */
function drawnLinks({ drawing, dark }: Drawn) {
  const { nodes, edges, routerKnown } = drawing
  const group = new Map<number, number>()
  const rootOf = (at: number): number => {
    let root = at
    while (group.has(root)) root = group.get(root)!
    return root
  }
  const hidden = (node: number) =>
    nodes[node]!.kind === 'hub' || dark.has(node) || (node === 0 && !routerKnown)
  const spots: { ends: [Spot, Spot]; blocked: boolean }[] = []
  const around = new Map<number, Spot[]>()
  for (const { a, b } of edges)
    if (hidden(a) && hidden(b) && rootOf(a) !== rootOf(b)) group.set(rootOf(a), rootOf(b))
  const seen = new Set<string>()
  for (const { a, aPort, b, bPort, blocked, aggregate } of edges) {
    const one: Spot = [a, aggregate?.a ?? aPort]
    const other: Spot = [b, aggregate?.b ?? bPort]
    const key = `${one} ${other}`
    if (seen.has(key)) continue
    seen.add(key)
    if (!hidden(a) && !hidden(b)) spots.push({ ends: [one, other], blocked })
    else
      for (const [end, far] of [
        [one, b],
        [other, a],
      ] as const)
        if (!hidden(end[0]) && hidden(far)) around.set(rootOf(far), [...(around.get(rootOf(far)) ?? []), end])
  }
  return { spots, shared: [...around.values()].filter(list => list.length > 1) }
}

const keyOf = (one: Spot, other: Spot): string =>
  [`${one[0]}/${one[1]}`, `${other[0]}/${other[1]}`].toSorted().join(' ')

export function scoreOf(drawn: Drawn, links: readonly FoundLink[]): Score {
  const { spots, shared } = drawnLinks(drawn)
  const direct = new Map(spots.map(({ ends }) => [keyOf(...ends), false]))
  const over = new Set<string>()
  for (const list of shared)
    for (const [at, one] of list.entries())
      for (const other of list.slice(at + 1)) over.add(keyOf(one, other))
  const trunks = new Map<number, number>()
  for (const { a, aPort, b, bPort, aggregate } of drawn.drawing.edges)
    if (aggregate) {
      trunks.set(idOf(a, aPort), idOf(a, aggregate.a))
      trunks.set(idOf(b, bPort), idOf(b, aggregate.b))
    }
  const spot = ({ device, interface: id }: FoundLink['a']): Spot => [
    device - 1,
    id === null ? -1 : (trunks.get(id) ?? id) % 10_000,
  ]
  const loose = new Set([...direct.keys(), ...over].flatMap(looseKeys))
  const has = (one: Spot, other: Spot) =>
    one[1] < 0 || other[1] < 0
      ? loose.has(keyOf(one, other))
      : direct.has(keyOf(one, other)) || over.has(keyOf(one, other))
  const score: Score = {
    sure: 0,
    falseSure: [],
    unseen: 0,
    suggested: 0,
    falseSuggested: [],
    drawn: 0,
    foundSure: 0,
    found: 0,
    blocked: 0,
    blockedFound: 0,
  }
  const [surely, anyhow] = [new Set<string>(), new Set<string>()]
  for (const link of links) {
    const [one, other] = [spot(link.a), spot(link.b)]
    const true_ = has(one, other)
    score[link.sure ? 'sure' : 'suggested']++
    if (!true_) score[link.sure ? 'falseSure' : 'falseSuggested'].push(link)
    if (!true_) continue
    const key = keyOf(one, other)
    if (link.sure && !link.shared && over.has(key)) score.unseen++
    for (const known of one[1] < 0 || other[1] < 0 ? [key] : [key, ...looseKeys(key)]) {
      anyhow.add(known)
      if (link.sure) surely.add(known)
    }
  }
  count(score, spots, shared, { surely, anyhow })
  return score
}

/** The keys of links of which one port or both are not known. */
function looseKeys(key: string): string[] {
  const [one, other] = key.split(' ').map((text): Spot => {
    const [node, port] = text.split('/')
    return [Number(node), Number(port)]
  }) as [Spot, Spot]
  return [keyOf([one[0], -1], other), keyOf(one, [other[0], -1]), keyOf([one[0], -1], [other[0], -1])]
}

function count(
  score: Score,
  spots: ReturnType<typeof drawnLinks>['spots'],
  shared: readonly Spot[][],
  { surely, anyhow }: { surely: ReadonlySet<string>; anyhow: ReadonlySet<string> },
): void {
  const isIn = (set: ReadonlySet<string>, one: Spot, other: Spot) => {
    const key = keyOf(one, other)
    return (
      set.has(key) ||
      (set === anyhow &&
        looseKeys(key)
          .slice(0, 2)
          .some(loose => set.has(loose)))
    )
  }
  for (const { ends, blocked } of spots) {
    const found = isIn(anyhow, ...ends)
    if (blocked) {
      score.blocked++
      if (found) score.blockedFound++
      continue
    }
    score.drawn++
    if (found) score.found++
    if (isIn(surely, ...ends)) score.foundSure++
  }
  // Of what is unmanaged, with n devices around it, n - 1 links join them all.
  for (const list of shared) {
    score.drawn += list.length - 1
    score.found += joined(list, (one, other) => isIn(anyhow, one, other))
    score.foundSure += joined(list, (one, other) => isIn(surely, one, other))
  }
}

function joined(list: readonly Spot[], has: (one: Spot, other: Spot) => boolean): number {
  const group = list.map((_, at) => at)
  let links = 0
  for (const [a, one] of list.entries())
    for (const [b, other] of list.entries())
      if (a < b && group[a] !== group[b] && has(one, other)) {
        links++
        const old = group[b]
        for (const at of group.keys()) if (group[at] === old) group[at] = group[a]!
      }
  return links
}
